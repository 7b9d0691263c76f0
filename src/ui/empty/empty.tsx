import PackageOpen from 'lucide-react/icons/package-open';
import type { ReactNode } from 'react';
import styles from './empty.module.css';

export interface EmptyProps {
  title: string;
  text?: string | undefined;
  icon?: ReactNode;
  /** What one can do about it. */
  children?: ReactNode;
}

/** There is nothing here, and nothing went wrong. */
export function Empty({ title, text, icon, children }: EmptyProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden="true">
        {icon ?? <PackageOpen strokeWidth={1.25} />}
      </span>
      <p className={styles['title']}>{title}</p>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
