import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './description-list.module.css';

export interface Description {
  term: string;
  value: ReactNode;
  /** Has the line to itself. */
  wide?: boolean;
}

export interface DescriptionListProps {
  items: readonly Description[];
  /** Pairs a line from 720 px up. */
  columns?: 1 | 2 | 3;
}

export function DescriptionList({ items, columns = 1 }: DescriptionListProps) {
  return (
    <dl className={styles['list']} style={{ '--columns': columns } as CSSProperties}>
      {items.map(({ term, value, wide }) => (
        <div key={term} className={cx(styles['pair'], wide && styles['wide'])}>
          <dt className={styles['term']}>{term}</dt>
          <dd className={styles['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
