import type { CSSProperties } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import type { BlockProps } from '#generated/blocks.ts';
import { Card } from './card.tsx';
import styles from './card-list.module.css';

const columnsOf = (columns: number) => ({ '--columns': columns }) as CSSProperties;

/** Cards of whatever the page lists; what they show is declared in YAML, one expression a prop. */
function CardList(props: BlockComponentProps<'card-list'>) {
  const { items, label, layout, columns, firstView } = props;
  return (
    <ul
      className={cx(styles['list'], styles[layout], layout !== 'tile' && columns === 2 && styles['pairs'])}
      style={columnsOf(columns)}
      aria-label={label}
    >
      {items.map((item, index) => (
        <li key={keyOf(item, index)} className={styles['cell']}>
          <Card {...props} item={item} eager={firstView && index < columns} main={firstView && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The item's own number where it has one, so that a renewed list keeps its cards. */
function keyOf(item: unknown, index: number): string | number {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? id : index;
}

const HEIGHTS = { tile: '20rem', row: '9rem', ticket: '7.5rem', banner: '7.5rem' } as const;

function Loading({ columns = 3, layout = 'tile' }: Partial<BlockProps['card-list']>) {
  return (
    <div className={cx(styles['list'], styles[layout])} style={columnsOf(columns)}>
      {Array.from({ length: columns }, (_, index) => (
        <Skeleton key={index} height={HEIGHTS[layout]} />
      ))}
    </div>
  );
}

export default defineBlock('card-list', CardList, { Loading });
