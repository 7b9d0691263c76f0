import PackageOpen from '@lucide/icons/icons/package-open';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './empty.module.css';

export interface EmptyProps {
  title: string;
  text?: string | undefined;
  icon?: ReactNode;
  /** `line` is one line of small print, where nothing is no matter. */
  size?: 'block' | 'line' | undefined;
  /** What one can do about it. */
  children?: ReactNode;
}

/** There is nothing here, and nothing went wrong. */
export function Empty({ title, text, icon, size = 'block', children }: EmptyProps) {
  if (size === 'line') return <p className={styles['line']}>{title}</p>;
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden="true">
        {icon ?? <Icon of={PackageOpen} />}
      </span>
      <p className={styles['title']}>{title}</p>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
