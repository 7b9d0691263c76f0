import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { Buy } from './buy.tsx';
import type { CardProps } from './card-props.ts';
import { Favorite } from './favorite.tsx';
import styles from './goods-card.module.css';
import { Ladder } from './ladder.tsx';
import { SpikeBar } from './spike-bar.tsx';

const yuan = (amount: number | null) => (amount === null ? null : formatYuan(amount));

interface GoodsCardProps extends CardProps {
  /** In place of the expiry. */
  note: string | undefined;
  spike: boolean;
}

/** Everything that a buyer compares before buying, and the means to buy. */
export function GoodsCard({ goods, to, note, spike, texts, on }: GoodsCardProps) {
  return (
    <article className={styles['card']}>
      <Link to={to} className={styles['picture']} tabIndex={-1} aria-hidden>
        <Image src={goods.image} alt="" width={240} height={240} />
      </Link>
      <Favorite goods={goods} texts={texts} on={on} />
      <p className={styles['price']}>
        <Price
          amount={yuan(goods.spike?.price ?? goods.price)}
          notice={goods.price_notice}
          original={yuan(goods.original_price)}
          unit={goods.bzdw}
        />
      </p>
      <p className={styles['name']}>
        <Link to={to}>{goods.name}</Link>
      </p>
      <p className={styles['fact']}>
        <span className={styles['cut']}>{goods.ypgg}</span>
        {goods.stock_text !== goods.price_notice && (
          <span className={styles['stock']}>{goods.stock_text}</span>
        )}
      </p>
      <p className={styles['fact']}>
        <span className={styles['cut']}>{goods.sccj}</span>
      </p>
      <p className={cx(styles['fact'], styles['last'])}>
        <span className={styles['cut']}>
          {note ?? (goods.expires && fill(texts.expires, { date: goods.expires }))}
        </span>
        {goods.last_price !== null && (
          <span>{fill(texts.last, { price: formatYuan(goods.last_price) })}</span>
        )}
      </p>
      {spike && goods.spike ? (
        <SpikeBar spike={goods.spike} unit={goods.bzdw} texts={texts} />
      ) : (
        <>
          <Ladder goods={goods} texts={texts} />
          <p className={styles['tags']}>
            {goods.tags.map((tag) => (
              <Tag key={tag.text} tone={tag.tone}>
                {tag.text}
              </Tag>
            ))}
          </p>
        </>
      )}
      <Buy goods={goods} texts={texts} on={on} />
    </article>
  );
}
