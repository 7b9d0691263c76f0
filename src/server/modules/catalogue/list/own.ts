import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import { type CatalogueContext, cardsFor } from '../cards/cards.ts';
import { pageOfFavorites } from '../favorites/favorites.ts';

const SHOWN = 5;
/** Favourites looked at for a lower price, the latest first. */
const FAVORITES = 50;
/** A rhythm that is older says nothing about what runs out now. */
const REMEMBERED = 365 * DAY;

/** What a company bought, what it is due to buy again, and which of its favourites became cheaper. */
export async function ownGoods(
  context: CatalogueContext,
  companyId: number,
): Promise<Calls['goods.mine']['data']> {
  const rows = await boughtGoods(context, companyId);
  // Just due comes first: what is long overdue is hardly bought any more.
  const due = rows
    .flatMap(({ id, rhythm, since }) =>
      rhythm !== null && since >= rhythm ? [{ id, by: since / rhythm }] : [],
    )
    .toSorted((a, b) => a.by - b.by)
    .slice(0, SHOWN)
    .map(({ id }) => id);
  const bought = rows.map(({ id }) => id).filter((id) => !due.includes(id));
  return {
    due: await cardsFor(context, due),
    bought: await cardsFor(context, bought.slice(0, SHOWN)),
    dropped: await cheaperFavorites(context, companyId),
  };
}

/** Goods on sale that the company bought, the latest first; `rhythm` is the median of the seconds between two orders of one. */
async function boughtGoods(
  { db, now }: CatalogueContext,
  companyId: number,
): Promise<{ id: number; since: number; rhythm: number | null }[]> {
  const { rows } = await sql<{ id: number; last: number; rhythm: number | null }>`
    WITH bought AS (
      SELECT DISTINCT order_lines.goods_id, orders.id, orders.created_at
      FROM orders JOIN order_lines ON order_lines.order_id = orders.id
      WHERE orders.company_id = ${companyId} AND orders.status = ANY(${[...PAID_STATES]}::integer[])
        AND orders.created_at > ${now - REMEMBERED} AND NOT order_lines.gift
    ), gaps AS (
      SELECT goods_id, created_at,
        created_at - lag(created_at) OVER (PARTITION BY goods_id ORDER BY created_at, bought.id) AS gap
      FROM bought
    )
    SELECT goods.id, max(gaps.created_at) AS last,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY gap) FILTER (WHERE gap > 0))::float AS rhythm
    FROM gaps JOIN goods ON goods.id = gaps.goods_id
    WHERE goods.on_sale
    GROUP BY goods.id ORDER BY last DESC, goods.id`.execute(db);
  return rows.map(({ id, last, rhythm }) => ({ id, since: now - last, rhythm }));
}

async function cheaperFavorites(
  context: CatalogueContext,
  companyId: number,
): Promise<Calls['goods.mine']['data']['dropped']> {
  const favorites = await pageOfFavorites(context.db, companyId, 1, FAVORITES);
  const before = new Map(favorites.map(({ goods_id, price_fen }) => [goods_id, price_fen]));
  const cards = await cardsFor(context, [...before.keys()]);
  return cards
    .filter(({ id, price, is_buy }) => {
      const then = before.get(id) ?? null;
      return is_buy === 1 && price !== null && then !== null && toFen(price) < then;
    })
    .slice(0, SHOWN);
}
