import { cx } from '../cx.ts';
import styles from './line-head.module.css';

export interface LineColumn {
  text: string;
  align?: 'start' | 'center' | 'end';
  /** How many columns of the grid it stands over. */
  span?: number;
}

interface LineHeadProps {
  columns: readonly LineColumn[];
  className?: string | undefined;
}

/**
 * The names of the columns above lines that share one grid, `--columns`; gone where the lines become cards. Each line says by
 * itself what its figures are, so that this is for the eye alone.
 */
export function LineHead({ columns, className }: LineHeadProps) {
  return (
    <div className={cx(styles['head'], className)} aria-hidden="true">
      {columns.map(({ text, align = 'start', span = 1 }) => (
        <span key={text} className={styles[align]} style={{ gridColumnEnd: `span ${span}` }}>
          {text}
        </span>
      ))}
    </div>
  );
}
