import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { type CatalogueContext, cardsFor } from '../cards/cards.ts';
import { loadSharedFacts } from '../cards/shared-facts.ts';
import { pageOfFavorites } from '../favorites/favorites.ts';
import { boughtLines } from './bought-lines.ts';

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
  const byDue = rows
    .flatMap(({ id, rhythm, since }) =>
      rhythm !== null && since >= rhythm ? [{ id, by: since / rhythm }] : [],
    )
    .toSorted((a, b) => a.by - b.by);
  const due = await firstOnSale(
    context.db,
    byDue.map(({ id }) => id),
  );
  const others = rows.map(({ id }) => id).filter((id) => !due.includes(id));
  return {
    due: await cardsFor(context, due),
    bought: await cardsFor(context, await firstOnSale(context.db, others)),
    dropped: await cheaperFavorites(context, companyId),
  };
}

/** The first of these goods that are on sale, as many as are shown: the facts of each are read for its card anyway. */
async function firstOnSale(db: Db, ids: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < ids.length && found.length < SHOWN; at += SHOWN) {
    const next = ids.slice(at, at + SHOWN);
    const facts = await loadSharedFacts(db, next);
    found.push(...next.filter((id) => facts.get(id)?.on_sale === true));
  }
  return found.slice(0, SHOWN);
}

interface BoughtGoods {
  id: number;
  /** Moment of the last order, s. */
  last: number;
  /** The median of the seconds between two orders; null after a single one. */
  rhythm: number | null;
}

/** What a company bought until a day. */
interface Bought {
  companyId: number;
  goods: readonly BoughtGoods[];
}

const bought = shareRows<string, Bought>({
  max: 1000,
  from: { orders: ({ companyId }) => companyId },
});

/** Goods that the company bought, the latest first, whether they are on sale or not. */
async function boughtGoods(
  { db, now }: CatalogueContext,
  companyId: number,
): Promise<readonly (BoughtGoods & { since: number })[]> {
  // Orders grow old by the day, so that what is in memory is as old at most.
  const today = Math.floor(now / DAY);
  const key = `${companyId} ${today}`;
  const found = await bought(db, [key], async () => {
    const goods = await selectBought(db, companyId, today * DAY - REMEMBERED);
    return new Map([[key, { companyId, goods }]]);
  });
  return (found.get(key)?.goods ?? []).map((one) => ({ ...one, since: now - one.last }));
}

/** @param after the moment, s, before which orders are left out */
async function selectBought(db: Db, companyId: number, after: number): Promise<BoughtGoods[]> {
  const { rows } = await sql<BoughtGoods>`
    WITH bought AS (
      SELECT DISTINCT line.goods_id, orders.id, orders.created_at
      FROM orders JOIN ${boughtLines(companyId)} AS line ON line.order_id = orders.id
      WHERE orders.company_id = ${companyId} AND orders.status = ANY(${[...PAID_STATES]}::integer[])
        AND orders.created_at > ${after}
    ), gaps AS (
      SELECT goods_id, created_at,
        created_at - lag(created_at) OVER (PARTITION BY goods_id ORDER BY created_at, bought.id) AS gap
      FROM bought
    )
    SELECT goods_id AS id, max(created_at) AS last,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY gap) FILTER (WHERE gap > 0))::float AS rhythm
    FROM gaps GROUP BY goods_id ORDER BY last DESC, goods_id`.execute(db);
  return rows;
}

/** The latest favourites of a company: goods and what they cost when they were added, fen. */
const favorites = shareRows<number, { prices: ReadonlyMap<number, number | null> }>({
  max: 1000,
  from: { favorites: 'ids' },
});

async function cheaperFavorites(
  context: CatalogueContext,
  companyId: number,
): Promise<Calls['goods.mine']['data']['dropped']> {
  const found = await favorites(context.db, [companyId], async (db) => {
    const latest = await pageOfFavorites(db, companyId, 1, FAVORITES);
    const prices = new Map(latest.map(({ goods_id, price_fen }) => [goods_id, price_fen]));
    return new Map([[companyId, { prices }]]);
  });
  const before = found.get(companyId)?.prices ?? new Map<number, number | null>();
  const cards = await cardsFor(context, [...before.keys()]);
  return cards
    .filter(({ id, price, is_buy }) => {
      const then = before.get(id) ?? null;
      return is_buy === 1 && price !== null && then !== null && toFen(price) < then;
    })
    .slice(0, SHOWN);
}
