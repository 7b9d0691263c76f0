import { Price } from '#engine/ui/price/price.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './card.module.css';
import type { CardProps } from './card-props.ts';
import { numberOf } from './number-of.ts';

/** What it costs or is worth: an amount of money, or a figure of another kind. */
export function Worth(props: CardProps) {
  const { item } = props;
  const figure = props.figure?.(item);
  const figureNote = props.figureNote?.(item);
  const original = numberOf(props.original?.(item));
  if (figure) {
    return (
      <p className={styles['worth']}>
        <span className={styles['figure']}>{figure}</span>
        {figureNote && <span className={styles['figureNote']}>{figureNote}</span>}
      </p>
    );
  }
  if (!props.price) return null;
  const price = numberOf(props.price(item));
  return (
    <p className={styles['worth']}>
      <Price
        amount={price === null ? null : formatYuan(price)}
        notice={props.priceNotice?.(item)}
        original={original === null ? null : formatYuan(original)}
        unit={props.unit?.(item)}
      />
      {figureNote && <span className={styles['figureNote']}>{figureNote}</span>}
    </p>
  );
}
