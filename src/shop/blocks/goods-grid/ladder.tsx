import { fill } from '#engine/ui/fill.ts';
import { formatYuan } from '#shop/domain/format.ts';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

/** The steps beyond the first, which is the price itself. One line is kept even when there are none. */
export function Ladder({ goods, texts }: Pick<CardProps, 'goods' | 'texts'>) {
  const text = goods.ladder_price_type === 1 ? texts.upTo : texts.from;
  const steps = goods.ladder_price.filter((step) => step.price !== null).slice(-2);
  return (
    <p className={styles['ladder']}>
      {goods.ladder_price.length > 1 &&
        steps.map(({ number: quantity, price }) => (
          <span key={quantity} className={styles['step']}>
            {`${fill(text, { n: quantity, unit: goods.bzdw })} `}
            <b>{`¥${formatYuan(price ?? 0)}`}</b>
          </span>
        ))}
    </p>
  );
}
