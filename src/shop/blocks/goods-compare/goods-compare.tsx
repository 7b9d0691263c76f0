import type { CSSProperties, ReactNode } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import type { GoodsCard } from '#generated/schemas.ts';
import { toggleCompared } from '#shop/domain/compared.ts';
import { formatDate, formatYuan } from '#shop/domain/format.ts';
import { piecesOf } from '#shop/domain/pieces.ts';
import { useAddToCart } from '../use-add-to-cart.ts';
import styles from './goods-compare.module.css';

type Props = BlockComponentProps<'goods-compare'>;

/** One fact of every good. */
interface Fact {
  term: string;
  value: (goods: GoodsCard) => ReactNode;
}

/** Goods of one kind, a column each, so that a fact of one stands beside the same fact of another. */
function GoodsCompare(props: Props) {
  const { items, label, texts, to } = props;
  const facts = factsOf(props).filter(({ value }) => items.some((goods) => value(goods) !== null));
  return (
    <section className={styles['frame']} aria-label={label}>
      <table className={styles['table']} style={{ '--goods': items.length } as CSSProperties}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.goods}</th>
            {items.map((goods) => (
              <th key={goods.id} scope="col">
                <Link to={to(goods)} className={styles['name']}>
                  <Image src={goods.image} alt="" width={120} height={120} />
                  {goods.name}
                </Link>
                <Remove goods={goods} {...props} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ term, value }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              {items.map((goods) => (
                <td key={goods.id}>{value(goods) ?? texts.none}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.buy}</th>
            {items.map((goods) => (
              <td key={goods.id}>
                <Buy goods={goods} {...props} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Yuan for one piece; null where the price is not shown or the specification names no pieces. */
function piecePrice({ ypgg, price }: GoodsCard): number | null {
  const pieces = piecesOf(ypgg);
  return pieces === null || price === null ? null : price / pieces.number;
}

/** The goods that are best by a value, where they differ in it at all. */
function bestBy<Value extends number | string>(
  items: readonly GoodsCard[],
  valueOf: (goods: GoodsCard) => Value | null,
  isBetter: (one: Value, than: Value) => boolean,
): ReadonlySet<number> {
  const known = items.flatMap((goods) => {
    const value = valueOf(goods);
    return value === null ? [] : { id: goods.id, value };
  });
  const best = known.filter(({ value }) => known.every((other) => !isBetter(other.value, value)));
  return new Set(best.length === known.length ? [] : best.map(({ id }) => id));
}

const lower = (one: number, than: number) => one < than;
const later = (one: string, than: string) => one > than;

function factsOf({ items, texts }: Props): Fact[] {
  const cheapest = bestBy(items, ({ price }) => price, lower);
  const cheapestPiece = bestBy(items, piecePrice, lower);
  const longest = bestBy(items, ({ expires }) => expires, later);
  return [
    {
      term: texts.price,
      value: (goods) => (
        <Marked mark={cheapest.has(goods.id) ? texts.cheapest : undefined}>
          <Price
            amount={goods.price === null ? null : formatYuan(goods.price)}
            notice={goods.price_notice}
            unit={goods.bzdw}
          />
        </Marked>
      ),
    },
    {
      term: texts.piece,
      value: (goods) => {
        const [price, pieces] = [piecePrice(goods), piecesOf(goods.ypgg)];
        return price === null || pieces === null ? null : (
          <Marked mark={cheapestPiece.has(goods.id) ? texts.cheapest : undefined}>
            {fill(texts.perPiece, { price: price.toFixed(3), unit: pieces.unit })}
          </Marked>
        );
      },
    },
    { term: texts.spec, value: ({ ypgg }) => ypgg },
    { term: texts.maker, value: ({ sccj }) => sccj },
    {
      term: texts.expires,
      value: ({ id, expires }) =>
        expires && <Marked mark={longest.has(id) ? texts.longest : undefined}>{expires}</Marked>,
    },
    { term: texts.minimum, value: ({ qg_number, bzdw }) => `${qg_number} ${bzdw}` },
    { term: texts.pack, value: ({ zbz, jzl, bzdw }) => `${zbz} / ${jzl} ${bzdw}` },
    { term: texts.ladder, value: (goods) => <Steps goods={goods} texts={texts} /> },
    {
      term: texts.last,
      value: ({ last_price, last_at }) =>
        last_price === null || last_at === null
          ? null
          : `¥${formatYuan(last_price)} · ${formatDate(last_at)}`,
    },
    {
      term: texts.stock,
      value: ({ stock_text, price_notice }) => (stock_text === price_notice ? null : stock_text),
    },
    { term: texts.approval, value: ({ approval_number }) => approval_number || null },
    {
      term: texts.tags,
      value: ({ tags }) =>
        tags.length === 0 ? null : (
          <span className={styles['tags']}>
            {tags.map(({ text, tone }) => (
              <Tag key={text} tone={tone}>
                {text}
              </Tag>
            ))}
          </span>
        ),
    },
  ];
}

function Marked({ mark, children }: { mark: string | undefined; children: ReactNode }) {
  return (
    <span className={styles['marked']}>
      {children}
      {mark !== undefined && <Tag tone="success">{mark}</Tag>}
    </span>
  );
}

function Steps({ goods, texts }: { goods: GoodsCard; texts: Props['texts'] }) {
  const words = goods.ladder_price_type === 2 ? texts.from : texts.upTo;
  const steps = goods.ladder_price.filter(({ price }) => price !== null);
  if (steps.length < 2) return texts.none;
  return (
    <span className={styles['steps']}>
      {steps.map(({ number, price }) => (
        <span key={number}>
          {fill(words, { n: number, unit: goods.bzdw, price: price === null ? '' : formatYuan(price) })}
        </span>
      ))}
    </span>
  );
}

const named = (words: string, { name, sccj }: GoodsCard) => fill(words, { name, maker: sccj });

function Remove({ goods, items, texts, on }: { goods: GoodsCard } & Props) {
  if (!on.remove) return null;
  const ids = items.map(({ id }) => id).join();
  return (
    <Button
      size="sm"
      variant="quiet"
      className={styles['remove']}
      aria-label={named(texts.removeNamed, goods)}
      onClick={() => void on.remove?.({ ids: toggleCompared(ids, goods.id) })}
    >
      {texts.remove}
    </Button>
  );
}

/** The least quantity that may be bought goes into the cart. */
function Buy({ goods, texts, on }: { goods: GoodsCard } & Props) {
  const { busy, add } = useAddToCart(goods, on.add);
  if (!on.add) return null;
  if (goods.is_buy === 0) return <span className={styles['notice']}>{goods.buy_notice}</span>;
  return (
    <Button
      size="sm"
      variant="accent"
      busy={busy}
      aria-label={named(texts.addNamed, goods)}
      onClick={() => void add()}
    >
      {texts.add}
    </Button>
  );
}

const Loading = () => <Skeleton width="100%" height="26rem" />;

export default defineBlock('goods-compare', GoodsCompare, { Loading });
