import { formatYuan } from '../../domain/format.ts';
import styles from './checkout-summary.module.css';

/** The amount that was shown before the price changed, struck out. */
export function PreviousAmount({
  amount,
  now,
  label,
}: {
  amount: number | undefined;
  now: number;
  label: string;
}) {
  if (amount === undefined || amount === now) return null;
  return (
    <s className={styles['before']}>
      <span className="visually-hidden">{label}</span>¥{formatYuan(amount)}
    </s>
  );
}
