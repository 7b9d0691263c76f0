import { useState } from 'react';
import { send } from './api.ts';
import type { Goods } from './data.ts';
import { Link } from './link.tsx';

/** A picture of a good in the size that it is shown in. */
const picture = (image: string, width: number) => `${image}?w=${width}`;

const yuan = (amount: number) => `¥${amount.toFixed(2)}`;

interface CardProps {
  goods: Goods;
  /** With how much of a flash sale is gone, in place of steps and tags. */
  spike?: boolean;
  onAdded: (total: number) => void;
}

/** A good with its price, and the means to buy it. */
function Card({ goods, spike, onAdded }: CardProps) {
  const to = `/list_info/${goods.id}`;
  return (
    <li className="card">
      <Link href={to} className="picture" tabIndex={-1} aria-hidden>
        <img
          src={picture(goods.image, 240)}
          alt=""
          width={240}
          height={240}
          loading="lazy"
          decoding="async"
        />
      </Link>
      <Favorite goods={goods} />
      {goods.price === null ? (
        <p className="price">{goods.price_notice}</p>
      ) : (
        <p className="price">
          <b>{yuan(goods.spike?.price ?? goods.price)}</b>/{goods.bzdw}{' '}
          {goods.original_price !== null && <s>{yuan(goods.original_price)}</s>}
        </p>
      )}
      <Link href={to} className="name">
        {goods.name}
      </Link>
      <p className="fact">
        {goods.ypgg} <span>{goods.stock_text}</span>
      </p>
      <p className="fact">{goods.sccj}</p>
      <p className="fact">
        {goods.expires && `效期至 ${goods.expires}`}{' '}
        {goods.last_price !== null && <span>上次 {yuan(goods.last_price)}</span>}
      </p>
      {spike ? <Spike goods={goods} /> : <Offers goods={goods} />}
      {goods.is_buy === 1 ? (
        <Buy goods={goods} onAdded={onAdded} />
      ) : (
        <p className="fact">{goods.buy_notice}</p>
      )}
    </li>
  );
}

/** A good that the member knows: its picture beside what it is called, and the means to buy it again. */
function CompactCard({ goods, onAdded }: Omit<CardProps, 'spike'>) {
  return (
    <li className="card compact">
      <Link href={`/list_info/${goods.id}`}>
        <img src={picture(goods.image, 96)} alt="" width={96} height={96} loading="lazy" decoding="async" />
        <span className="name">{goods.name}</span>
        <span className="fact">{goods.ypgg}</span>
        <span className="fact">
          {goods.last_price === null ? goods.sccj : `上次 ${yuan(goods.last_price)}`}
        </span>
      </Link>
      <p className="price">
        <b>{goods.price === null ? goods.price_notice : yuan(goods.price)}</b>/{goods.bzdw}{' '}
        {goods.original_price !== null && <s>{yuan(goods.original_price)}</s>}
      </p>
      {goods.is_buy === 1 ? (
        <Buy goods={goods} onAdded={onAdded} />
      ) : (
        <p className="fact">{goods.buy_notice}</p>
      )}
    </li>
  );
}

function Offers({ goods }: Pick<CardProps, 'goods'>) {
  const steps = goods.ladder_price.length > 1 ? goods.ladder_price.slice(-2) : [];
  return (
    <>
      <p className="ladder">
        {steps.map(({ number, price }) => (
          <span key={number}>
            {goods.ladder_price_type === 1 ? `≤${number}${goods.bzdw}` : `${number}${goods.bzdw}起`}{' '}
            <b>{price !== null && yuan(price)}</b>
          </span>
        ))}
      </p>
      <p className="tags">
        {goods.tags.map(({ text, tone }) => (
          <span key={text} className={tone}>
            {text}
          </span>
        ))}
      </p>
    </>
  );
}

function Spike({ goods: { spike, bzdw } }: Pick<CardProps, 'goods'>) {
  if (!spike || spike.total === null || spike.sold === null) return null;
  const share = spike.total > 0 ? Math.min(100, Math.floor((spike.sold / spike.total) * 100)) : 100;
  return (
    <>
      <progress value={share} max={100} />
      <p className="fact">
        已抢 {share}%
        {spike.limit !== null && spike.limit > 0 && (
          <span>
            每家限购 {spike.limit}
            {bzdw}
          </span>
        )}
      </p>
    </>
  );
}

function Favorite({ goods }: Pick<CardProps, 'goods'>) {
  const [chosen, setChosen] = useState(goods.is_favorite === 1);
  const toggle = async () => {
    const done = await send(chosen ? '/api/favorite/cancel' : '/api/favorite', {
      'goods_ids[0]': String(goods.id),
    });
    if (done) setChosen(!chosen);
  };
  return (
    <button
      type="button"
      className="heart"
      aria-label={`${chosen ? '取消收藏' : '收藏'}${goods.name}`}
      aria-pressed={chosen}
      onClick={() => void toggle()}
    />
  );
}

function Buy({ goods, onAdded }: Omit<CardProps, 'spike'>) {
  const { multiple } = goods;
  const least = Math.max(multiple, goods.qg_number);
  const most = Math.max(least, goods.number ?? least);
  const [quantity, setQuantity] = useState(least);
  const [busy, setBusy] = useState(false);
  const choose = (wanted: number) =>
    setQuantity(Math.min(most, Math.max(least, Math.round(wanted / multiple) * multiple || least)));
  const add = async () => {
    setBusy(true);
    await send('/api/cart', {
      'params[0][goods_id]': String(goods.id),
      'params[0][number]': String(quantity),
      'params[0][ck_id]': String(goods.ck_id),
    });
    setBusy(false);
    onAdded(1);
  };
  return (
    <div className="buy">
      <button
        type="button"
        aria-label={`减少${goods.name}`}
        disabled={quantity <= least}
        onClick={() => choose(quantity - multiple)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={`${goods.name}的数量`}
        value={quantity}
        onChange={({ target }) => choose(Number(target.value))}
      />
      <button type="button" aria-label={`增加${goods.name}`} onClick={() => choose(quantity + multiple)}>
        +
      </button>
      <button type="button" className="add" disabled={busy} onClick={() => void add()}>
        加购
      </button>
    </div>
  );
}

interface CardsProps extends Pick<CardProps, 'spike' | 'onAdded'> {
  label: string;
  items: readonly Goods[];
  columns?: number;
  compact?: boolean;
}

export function Cards({ label, items, columns = 5, spike = false, compact = false, onAdded }: CardsProps) {
  return (
    <ul className={`cards cards-${columns}`} aria-label={label}>
      {items.map((goods) =>
        compact ? (
          <CompactCard key={goods.id} goods={goods} onAdded={onAdded} />
        ) : (
          <Card key={goods.id} goods={goods} spike={spike} onAdded={onAdded} />
        ),
      )}
    </ul>
  );
}
