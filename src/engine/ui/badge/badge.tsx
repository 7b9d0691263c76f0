import { cx } from '../cx.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  count: number;
  /** Above it `99+` is shown. */
  max?: number;
  /** What is counted; `{n}` stands for the count. Without it the number is decoration. */
  label?: string;
  /** Sits on the upper right corner of what it belongs to. */
  corner?: boolean;
}

/** A count on an icon; nothing at 0. */
export function Badge({ count, max = 99, label, corner = false }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles['badge'], corner && styles['corner'])}>
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      {label && <span className="visually-hidden">{label.replace('{n}', String(count))}</span>}
    </span>
  );
}
