import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { DocumentFacts } from './document-facts.tsx';
import styles from './document-review.module.css';
import { DocumentViewer } from './document-viewer.tsx';
import { Judgement } from './judgement.tsx';
import { TONES } from './tones.ts';

function DocumentReview(props: BlockComponentProps<'document-review'>) {
  const { label, items, redo, reasons, emptyText, texts, on } = props;
  const [chosen, choose] = useState<number | null>(null);
  // What waits comes first: after a decision the next one that waits is on show.
  const shown =
    items.find(({ certificate }) => certificate.id === chosen) ??
    items.find(({ certificate }) => certificate.state === 'pending') ??
    items[0];
  if (!shown) return <Empty title={emptyText} />;
  const { certificate, earlier } = shown;
  const open = certificate.state === 'pending' || redo;
  return (
    <section className={styles['review']} aria-label={label}>
      <ul className={styles['list']}>
        {items.map(({ certificate: one }) => (
          <li key={one.id}>
            <button
              type="button"
              className={cx(styles['pick'], one.id === certificate.id && styles['picked'])}
              aria-current={one.id === certificate.id}
              onClick={() => choose(one.id)}
            >
              <span>{one.label}</span>
              <Tag tone={TONES[one.state]}>{one.state_text}</Tag>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles['desk']} key={certificate.id}>
        <DocumentViewer certificate={certificate} texts={texts} />
        <div className={styles['side']}>
          <DocumentFacts certificate={certificate} earlier={earlier} texts={texts} />
          {certificate.id !== null && open && (
            <Judgement
              id={certificate.id}
              state={certificate.state}
              reason={certificate.reason}
              reasons={reasons}
              texts={texts}
              on={on}
              onDone={() => choose(null)}
            />
          )}
        </div>
      </div>
    </section>
  );
}

export default defineBlock('document-review', DocumentReview);
