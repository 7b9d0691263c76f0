import { formatYuan } from '../../domain/format.ts';
import styles from './checkout-summary.module.css';

/** The figure that was shown before, struck out. */
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
