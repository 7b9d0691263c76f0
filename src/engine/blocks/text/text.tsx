import { cx } from '#engine/ui/cx.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './text.module.css';

const TAGS = { body: 'p', muted: 'p', title: 'h1', subtitle: 'h2', spoken: 'h1' } as const;

function Text({ text, level, align }: BlockComponentProps<'text'>) {
  const Tag = TAGS[level];
  return (
    <Tag className={level === 'spoken' ? 'visually-hidden' : cx(styles[level])} style={{ textAlign: align }}>
      {text}
    </Tag>
  );
}

export default defineBlock('text', Text);
