import { type KeyboardEvent, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './chat-thread.module.css';

type Props = BlockComponentProps<'chat-thread'>;

interface ComposerProps {
  maxLength: number;
  texts: Props['texts'];
  onSend: NonNullable<Props['on']['send']>;
}

/** What is being written. It stays where it is until it has been sent; Enter sends, Shift+Enter makes a line. */
export function Composer({ maxLength, texts, onSend }: ComposerProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send(): Promise<void> {
    const message = text.trim();
    if (message === '' || busy) return;
    setBusy(true);
    const outcome = await onSend({ text: message });
    setBusy(false);
    setFailure(outcome.ok ? undefined : fill(texts.failed, { message: outcome.message }));
    if (outcome.ok) setText('');
  }

  // A method of input uses Enter for itself while it composes.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={texts.input}
        hideLabel
        className={styles['input']}
        rows={2}
        value={text}
        maxLength={maxLength}
        placeholder={texts.placeholder}
        error={failure}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {texts.send}
      </Button>
    </form>
  );
}
