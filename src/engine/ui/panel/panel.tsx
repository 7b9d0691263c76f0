import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  /** At the end of the title's line. */
  extra?: ReactNode;
  /** Without inner space, for tables and pictures. */
  flush?: boolean;
  level?: 2 | 3;
  className?: string | undefined;
  children?: ReactNode;
}

/** A white surface with an optional heading; a region of its own when it has one. */
export function Panel({ title, extra, flush = false, level = 2, className, children }: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const named = title !== undefined && title !== '';
  return (
    <section className={cx(styles['panel'], className)} aria-labelledby={named ? id : undefined}>
      {(named || extra) && (
        <header className={styles['head']}>
          {named && (
            <Heading id={id} className={styles['title']}>
              {title}
            </Heading>
          )}
          {extra && <div className={styles['extra']}>{extra}</div>}
        </header>
      )}
      <div className={cx(!flush && styles['body'])}>{children}</div>
    </section>
  );
}
