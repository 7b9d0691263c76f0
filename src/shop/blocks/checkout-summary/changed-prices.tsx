import type { LinePrice } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './checkout-summary.module.css';
import { PreviousAmount } from './previous-amount.tsx';

/** The goods whose price has changed since the page was loaded. */
export function ChangedPrices({
  before,
  now,
  label,
}: {
  before: readonly LinePrice[];
  now: readonly LinePrice[];
  label: string;
}) {
  const earlier = new Map(before.map(({ id, price }) => [id, price]));
  const changed = now.filter(({ id, price }) => earlier.has(id) && earlier.get(id) !== price);
  if (changed.length === 0) return null;
  return (
    <ul className={styles['prices']}>
      {changed.map(({ id, name, price }) => (
        <li key={id}>
          {name}：
          <PreviousAmount amount={earlier.get(id)} now={price} label={label} />
          <strong>¥{formatYuan(price)}</strong>
        </li>
      ))}
    </ul>
  );
}
