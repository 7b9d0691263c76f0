import { Tag } from '#engine/ui/tag/tag.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './disclosure.module.css';

/** One line that opens what stands behind it; the browser's own element, so that it works before the scripts do. */
function Disclosure({ term, tag, title, note, open, children }: BlockComponentProps<'disclosure'>) {
  return (
    <details className={styles['disclosure']} open={open}>
      <summary>
        {term && <span className={styles['term']}>{term}</span>}
        {tag && <Tag tone="promo">{tag}</Tag>}
        <span className={styles['title']}>{title}</span>
        {note && <span className={styles['note']}>{note}</span>}
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}

export default defineBlock('disclosure', Disclosure);
