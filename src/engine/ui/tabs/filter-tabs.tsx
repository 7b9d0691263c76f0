import { cx } from '../cx.ts';
import styles from './tabs.module.css';
import type { TabItem } from './tabs.tsx';

export interface FilterTabsProps {
  /** What is filtered, for screen readers. */
  label: string;
  items: readonly TabItem[];
  value: string;
  onChange: (id: string) => void;
}

/** Tabs that change what the page shows, without a panel of their own: a row of choices, one of them current. */
export function FilterTabs({ label, items, value, onChange }: FilterTabsProps) {
  return (
    <nav className={styles['list']} aria-label={label}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-current={item.id === value ? 'page' : undefined}
          className={cx(styles['tab'], item.id === value && styles['chosen'])}
          onClick={() => item.id !== value && onChange(item.id)}
        >
          {item.label}
          {!!item.count && <span className={styles['count']}>{item.count}</span>}
        </button>
      ))}
    </nav>
  );
}
