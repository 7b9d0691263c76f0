import { memo, type ReactNode } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { AreaLink } from '#engine/ui/link/area-link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { CompareToggle } from '../compare-toggle.tsx';
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
  /** In the first view. */
  eager: boolean;
  /** The first picture of the first view. */
  main: boolean;
  compared: string | null;
}

/** Everything that a buyer compares before buying, and the means to buy. */
export const GoodsCard = memo(function GoodsCard({
  goods,
  to,
  note,
  spike,
  eager,
  main,
  compared,
  texts,
  on,
}: GoodsCardProps) {
  return (
    <article className={styles['card']}>
      <AreaLink to={to} className={styles['picture']} tabIndex={-1} aria-hidden>
        <Image
          src={goods.image}
          alt=""
          width={240}
          height={240}
          narrowWidth={180}
          eager={eager}
          main={main}
        />
      </AreaLink>
      <Favorite id={goods.id} name={goods.name} isFavorite={goods.is_favorite === 1} texts={texts} on={on} />
      {on.compare && (
        <CompareToggle
          className={styles['compare']}
          id={goods.id}
          name={goods.name}
          text={texts.compare}
          compared={compared}
          choose={on.compare}
        />
      )}
      <Price
        className={styles['price']}
        amount={yuan(goods.spike?.price ?? goods.price)}
        notice={goods.price_notice}
        original={yuan(goods.original_price)}
        unit={goods.bzdw}
      />
      <AreaLink to={to} className={styles['name']}>
        {goods.name}
      </AreaLink>
      <Fact text={goods.ypgg} end={goods.stock_text === goods.price_notice ? null : goods.stock_text} />
      <Fact text={goods.sccj} />
      <Fact
        text={note ?? (goods.expires && fill(texts.expires, { date: goods.expires }))}
        end={goods.last_price === null ? null : fill(texts.last, { price: formatYuan(goods.last_price) })}
        wraps
      />
      {spike && goods.spike ? (
        <SpikeBar spike={goods.spike} unit={goods.bzdw} texts={texts} />
      ) : (
        <>
          <Ladder goods={goods} texts={texts} />
          <Tags tags={goods.tags} />
        </>
      )}
      <Buy goods={goods} texts={texts} on={on} />
    </article>
  );
});

interface FactProps {
  /** Cut where it does not fit. */
  text: ReactNode;
  /** At the end of the line, whole. */
  end?: string | null;
  /** On a phone the end may stand below. */
  wraps?: boolean;
}

/** One line, with no element more than it takes: a page has hundreds. */
function Fact({ text, end = null, wraps = false }: FactProps) {
  if (end === null) return <p className={cx(styles['fact'], styles['cut'])}>{text}</p>;
  return (
    <p className={cx(styles['fact'], wraps && styles['wraps'])}>
      <span className={styles['cut']}>{text}</span>
      {end}
    </p>
  );
}

/** One line, which is kept even when there are none. */
const Tags = memo(function Tags({ tags }: Pick<CardProps['goods'], 'tags'>) {
  return (
    <p className={styles['tags']}>
      {tags.map(({ text, tone }) => (
        <Tag key={text} tone={tone}>
          {text}
        </Tag>
      ))}
    </p>
  );
});
