import type { CSSProperties, ReactNode } from 'react';
import styles from './description-list.module.css';

export interface DescriptionListProps {
  items: readonly { term: string; value: ReactNode }[];
  /** Pairs a line from 720 px up. */
  columns?: 1 | 2 | 3;
}

export function DescriptionList({ items, columns = 1 }: DescriptionListProps) {
  return (
    <dl className={styles['list']} style={{ '--columns': columns } as CSSProperties}>
      {items.map(({ term, value }) => (
        <div key={term} className={styles['pair']}>
          <dt className={styles['term']}>{term}</dt>
          <dd className={styles['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
