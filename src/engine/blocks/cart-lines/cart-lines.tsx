import { cx } from '#engine/ui/cx.ts';
import { LineHead } from '#engine/ui/line-head/line-head.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useDrafts } from '../use-drafts.ts';
import styles from './cart-lines.module.css';
import { Line } from './line.tsx';

function CartLines({ lines, to, label, texts, on }: BlockComponentProps<'cart-lines'>) {
  const drafts = useDrafts<number | string, { quantity: number }>();
  return (
    <section className={cx(styles['cart'], on.remove && styles['removable'])} aria-label={label}>
      <LineHead
        className={styles['head']}
        columns={[
          { text: texts.product, span: 2 },
          { text: texts.price, align: 'end' },
          { text: texts.quantity, align: 'center' },
          { text: texts.amount, align: 'end' },
        ]}
      />
      <ul>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            to={to?.(line)}
            draft={drafts.of(line.id).quantity}
            texts={texts}
            edit={
              on.quantity &&
              ((quantity) =>
                drafts.changeLater(line.id, { quantity }, () => on.quantity?.({ line, quantity })))
            }
            remove={on.remove && (() => on.remove?.({ line }))}
          />
        ))}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div className={styles['cart']}>
      {[0, 1, 2].map((line) => (
        <div key={line} className={styles['line']}>
          <Skeleton ratio={1} />
          <div className={styles['waiting']}>
            <Skeleton lines={2} />
          </div>
        </div>
      ))}
    </div>
  );
}

export default defineBlock('cart-lines', CartLines, { Loading });
