import type { CSSProperties } from 'react';
import type { BlockProps } from '#engine/generated/blocks.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Card } from './card.tsx';
import styles from './product-grid.module.css';

const columnsOf = (columns: number) => ({ '--columns': columns }) as CSSProperties;

function ProductGrid({
  items,
  to,
  columns,
  max,
  level,
  label,
  texts,
  on,
}: BlockComponentProps<'product-grid'>) {
  return (
    <ul className={styles['grid']} style={columnsOf(columns)} aria-label={label}>
      {items.slice(0, max).map((product) => (
        <li key={product.id} className={styles['cell']}>
          <Card product={product} to={to(product)} level={level} texts={texts} add={on.add} />
        </li>
      ))}
    </ul>
  );
}

function Loading({ columns = 5, loadingRows = 1 }: Partial<BlockProps['product-grid']>) {
  return (
    <div className={styles['grid']} style={columnsOf(columns)}>
      {Array.from({ length: columns * loadingRows }, (_, index) => (
        <div key={index} className={styles['card']}>
          <Skeleton ratio={1} />
          <Skeleton lines={4} />
          <Skeleton height="var(--control-sm)" />
        </div>
      ))}
    </div>
  );
}

export default defineBlock('product-grid', ProductGrid, { Loading });
