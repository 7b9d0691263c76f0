import { Children, type CSSProperties } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './columns.module.css';

const COLLAPSE = { '480px': 'under480', '720px': 'under720', '1000px': 'under1000' } as const;

function Columns({ ratio, gap, collapse, align, children }: BlockComponentProps<'columns'>) {
  const tracks = ratio
    .map((width) => (typeof width === 'number' ? `minmax(0, ${width}fr)` : width))
    .join(' ');
  return (
    <div
      className={cx(
        styles['columns'],
        styles[gap],
        styles[COLLAPSE[collapse]],
        ratio.length === 1 && styles['stack'],
      )}
      style={{ '--tracks': tracks, alignItems: align } as CSSProperties}
    >
      {Children.map(children, (child) => (
        <div className={styles['column']}>{child}</div>
      ))}
    </div>
  );
}

export default defineBlock('columns', Columns);
