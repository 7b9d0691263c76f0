import type { CSSProperties } from 'react';
import type { BlockProps } from '#engine/generated/blocks.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Coupon } from './coupon.tsx';
import styles from './coupon-cards.module.css';

const columnsOf = (columns: number) => ({ '--columns': columns }) as CSSProperties;

function CouponCards(props: BlockComponentProps<'coupon-cards'>) {
  const { coupons, to, columns, level, label, texts, on } = props;
  return (
    <ul className={styles['list']} style={columnsOf(columns)} aria-label={label}>
      {coupons.map((coupon) => (
        <li key={coupon.id}>
          <Coupon coupon={coupon} to={to?.(coupon)} level={level} texts={texts} claim={on.claim} />
        </li>
      ))}
    </ul>
  );
}

function Loading({ columns = 3 }: Partial<BlockProps['coupon-cards']>) {
  return (
    <div className={styles['list']} style={columnsOf(columns)}>
      {Array.from({ length: columns }, (_, index) => (
        <Skeleton key={index} height="8.5rem" />
      ))}
    </div>
  );
}

export default defineBlock('coupon-cards', CouponCards, { Loading });
