import { useLayoutEffect, useRef } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './chat-thread.module.css';

type Props = BlockComponentProps<'chat-thread'>;
type Message = Props['messages'][number];

interface MessagesProps {
  messages: readonly Message[];
  more: boolean;
  texts: Props['texts'];
  onEarlier: (() => Promise<void>) | undefined;
}

/** Seconds after which a message gets a time of its own above it. */
const PAUSE = 300;

/** px from the end within which a reader is taken to be reading the end. */
const NEAR = 80;

/** The talk, which stays at its end while the reader does. */
export function Messages({ messages, more, texts, onEarlier }: MessagesProps) {
  const area = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    const list = area.current;
    if (list && (atEnd.current || messages.at(-1)?.mine)) list.scrollTop = list.scrollHeight;
  }, [messages]);

  return (
    <div
      ref={area}
      className={styles['messages']}
      role="log"
      aria-label={texts.label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard, too
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {more && (
        <Button
          size="sm"
          variant="quiet"
          className={styles['earlier']}
          onClick={() => {
            atEnd.current = false;
            void onEarlier?.();
          }}
        >
          {texts.earlier}
        </Button>
      )}
      {messages.length === 0 && <p className={styles['empty']}>{texts.empty}</p>}
      {messages.map((message, index) => (
        <Line key={message.id} message={message} before={messages[index - 1]} />
      ))}
    </div>
  );
}

function Line({ message, before }: { message: Message; before: Message | undefined }) {
  const formats = useFormats();
  const { mine, author, text, created_at } = message;
  const afterPause = !before || created_at - before.created_at > PAUSE;
  return (
    <>
      {afterPause && (
        <time className={styles['time']} dateTime={new Date(created_at * 1000).toISOString()}>
          {formats.minute(created_at)}
        </time>
      )}
      <div className={mine ? styles['mine'] : styles['theirs']}>
        <span className={styles['author']}>{author}</span>
        <p className={styles['text']}>{text}</p>
      </div>
    </>
  );
}
