import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './chat-thread.module.css';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { useThread } from './use-thread.ts';

function ChatThread(props: BlockComponentProps<'chat-thread'>) {
  const { fill, maxLength, texts, on } = props;
  const { messages, more, loadEarlier } = useThread(props);
  return (
    <div className={styles['thread']} data-fill={fill}>
      <Messages
        messages={messages}
        more={more && loadEarlier !== undefined}
        texts={texts}
        onEarlier={loadEarlier}
      />
      {on.send && <Composer maxLength={maxLength} texts={texts} onSend={on.send} />}
    </div>
  );
}

export default defineBlock('chat-thread', ChatThread);
