import { memo } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { AreaLink } from '#engine/ui/link/area-link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { Buy } from './buy.tsx';
import type { CardProps } from './card-props.ts';
import styles from './compact-card.module.css';

/** Picture beside name, specification and what was paid last; below them the price and one press to buy the least. */
export const CompactCard = memo(function CompactCard({ goods, to, texts, on }: CardProps) {
  return (
    <article className={styles['card']}>
      <AreaLink to={to} className={styles['link']}>
        <Image src={goods.image} alt="" width={96} height={96} className={styles['picture']} />
        <span className={styles['texts']}>
          <span className={styles['name']}>{goods.name}</span>
          <span className={styles['fact']}>{goods.ypgg}</span>
          <span className={styles['fact']}>
            {goods.last_price === null
              ? goods.sccj
              : fill(texts.last, { price: formatYuan(goods.last_price) })}
          </span>
        </span>
      </AreaLink>
      <Price
        size="sm"
        amount={goods.price === null ? null : formatYuan(goods.price)}
        notice={goods.price_notice}
        original={goods.original_price === null ? null : formatYuan(goods.original_price)}
        unit={goods.bzdw}
      />
      <Buy goods={goods} texts={texts} on={on} />
    </article>
  );
});
