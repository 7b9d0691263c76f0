import type { CSSProperties } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import { useInnerLinks } from '#engine/ui/link/use-inner-links.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import type { BlockProps } from '#generated/blocks.ts';
import { CompactCard } from './compact-card.tsx';
import { GoodsCard } from './goods-card.tsx';
import styles from './goods-grid.module.css';

const columnsOf = (columns: number) => ({ '--columns': columns }) as CSSProperties;

function GoodsGrid({
  items,
  to,
  note,
  variant,
  strip,
  columns,
  max,
  firstView,
  label,
  compared,
  texts,
  on,
}: BlockComponentProps<'goods-grid'>) {
  const followLinks = useInnerLinks<HTMLUListElement>();
  return (
    <ul
      ref={followLinks}
      className={cx(styles['grid'], styles[variant], strip && styles['strip'])}
      style={columnsOf(columns)}
      aria-label={label}
    >
      {items.slice(0, max).map((goods, index) => (
        <li key={goods.id} className={styles['cell']}>
          {variant === 'compact' ? (
            <CompactCard goods={goods} to={to(goods)} texts={texts} on={on} />
          ) : (
            <GoodsCard
              goods={goods}
              eager={firstView && index < columns}
              main={firstView && index === 0}
              to={to(goods)}
              note={note?.(goods)}
              spike={variant === 'spike'}
              compared={compared}
              texts={texts}
              on={on}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Loading({ columns = 5, loadingRows = 1, variant = 'standard' }: Partial<BlockProps['goods-grid']>) {
  const cells = Array.from({ length: columns * loadingRows }, (_, index) => index);
  return (
    <div className={cx(styles['grid'], styles[variant])} style={columnsOf(columns)}>
      {cells.map((cell) => (
        <div key={cell} className={styles['waiting']}>
          <Skeleton ratio={1} />
          <Skeleton lines={variant === 'compact' ? 2 : 4} />
        </div>
      ))}
    </div>
  );
}

export default defineBlock('goods-grid', GoodsGrid, { Loading });
