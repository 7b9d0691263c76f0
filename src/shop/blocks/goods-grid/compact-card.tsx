import { memo } from 'react';
import { Image } from '#engine/ui/image/image.tsx';
import { AreaLink } from '#engine/ui/link/area-link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import type { CardProps } from './card-props.ts';
import styles from './compact-card.module.css';

/** Picture beside name, maker and price; the whole card leads to the good. */
export const CompactCard = memo(function CompactCard({ goods, to }: Pick<CardProps, 'goods' | 'to'>) {
  return (
    <AreaLink to={to} className={styles['card']}>
      <Image src={goods.image} alt="" width={96} height={96} className={styles['picture']} />
      <span className={styles['texts']}>
        <span className={styles['name']}>{goods.name}</span>
        <span className={styles['fact']}>{goods.ypgg}</span>
        <span className={styles['fact']}>{goods.sccj}</span>
        <Price
          size="sm"
          amount={goods.price === null ? null : formatYuan(goods.price)}
          notice={goods.price_notice}
          unit={goods.bzdw}
        />
      </span>
    </AreaLink>
  );
});
