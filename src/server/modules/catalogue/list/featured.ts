import { type RawBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { GoodsCard } from '#generated/schemas.ts';
import { SALE_KINDS } from '#shop/domain/promotions/index.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { openSales } from '../../pricing/index.ts';
import { openPromotionIds } from '../../promotions/index.ts';
import { type CatalogueContext, cardContextOf, cardsFor } from '../cards/cards.ts';

const HOT = 10;
const RECOMMENDED = 20;
const SPIKES = 16;
const CACHE_SECONDS = 60;

/** 热销: the best-selling goods that this buyer may buy. */
export async function hotGoods(context: CatalogueContext): Promise<GoodsCard[]> {
  return cardsFor(context, await hotIds(context));
}

/** One good a name, as fifteen packs of one medicine would fill the row. Each is looked for among the best-selling. */
function hotIds(context: CatalogueContext): Promise<number[]> {
  const { scopes } = cardContextOf(context).viewer;
  const next = (names: RawBuilder<unknown>) => sql`
    SELECT id, name FROM goods WHERE ${isShown(scopes)} AND name <> ALL(${names}) ORDER BY sales DESC, id LIMIT 1`;
  return cachedIds(context, `hot ${scopes?.join() ?? ''}`, () =>
    sql<{ id: number }>`
      WITH RECURSIVE hot (id, names) AS (
        SELECT id, ARRAY[name] FROM (${next(sql`'{}'::text[]`)}) AS best
        UNION ALL
        SELECT following.id, hot.names || following.name
        FROM hot CROSS JOIN LATERAL (${next(sql`hot.names`)}) AS following WHERE cardinality(hot.names) < ${HOT}
      ) SELECT id FROM hot ORDER BY cardinality(names)`.execute(context.db),
  );
}

/** 为你推荐: the best of each category beyond the hot ones, categories that this company bought from first. */
export async function recommendedGoods(context: CatalogueContext): Promise<GoodsCard[]> {
  const { scopes, companyId } = cardContextOf(context).viewer;
  const hot = await hotIds(context);
  const ids = await cachedIds(context, `recommended ${companyId ?? ''} ${scopes?.join() ?? ''}`, () =>
    sql<{ id: number }>`
      SELECT best.id FROM categories CROSS JOIN LATERAL (
        SELECT id, sales FROM goods
        WHERE category_id = categories.id AND ${isShown(scopes)}
          AND name NOT IN (SELECT name FROM goods WHERE id = ANY(${hot}::integer[]))
        ORDER BY sales DESC, id LIMIT 1
      ) AS best
      ORDER BY categories.id IN (
        SELECT goods.category_id FROM bought_lines JOIN goods ON goods.id = bought_lines.goods_id
        WHERE bought_lines.company_id = ${companyId}
      ) DESC, best.sales DESC, best.id LIMIT ${RECOMMENDED}`.execute(context.db),
  );
  return cardsFor(context, ids);
}

/** May a good be shown to whoever has these scopes, null for all, and be bought at once? */
const isShown = (scopes: readonly string[] | null) =>
  sql`on_sale AND in_stock AND NOT controlled AND NOT hm AND ${scopes ? sql`scope = ANY(${scopes}::text[])` : sql`true`}`;

/** The goods of the sales that are open, by what is open and the kind that is left out: they change when one is sold. */
const spikes = shareRows<string, { ids: readonly number[] }>({
  max: 50,
  from: { goods: 'all', promotions: 'all', promotion_goods: 'all' },
});

/**
 * 秒杀: the sales that are open now and not sold out.
 * @param query.without kind of promotion whose goods are left out, for a page that shows them elsewhere
 */
export async function spikeGoods(
  context: CatalogueContext,
  query: Calls['goods.spike']['query'],
): Promise<GoodsCard[]> {
  const { db, now } = context;
  // What no sale is of leaves nothing out.
  const without = SALE_KINDS.find((kind) => kind === query.without) ?? '';
  const open = await openPromotionIds(db, { now, kinds: SALE_KINDS });
  const key = JSON.stringify([without, open]);
  const found = await spikes(db, [key], async () => new Map([[key, await selectSpikes(db, now, without)]]));
  return cardsFor(context, found.get(key)?.ids ?? []);
}

async function selectSpikes(db: Db, now: number, without: string): Promise<{ ids: readonly number[] }> {
  const { rows } = await sql<{ id: number }>`
    SELECT goods.id FROM ${openSales(now)} AS sale JOIN goods ON goods.id = sale.goods_id WHERE goods.on_sale
    GROUP BY goods.id HAVING NOT bool_or(sale.kind = ${without})
    ORDER BY min(ends_at), max(sold::float / total) DESC, goods.id LIMIT ${SPIKES}`.execute(db);
  return { ids: rows.map(({ id }) => id) };
}

async function cachedIds(
  context: CatalogueContext,
  key: string,
  choose: () => Promise<{ rows: { id: number }[] }>,
): Promise<number[]> {
  const { rows } = await cachedFor(context.db, { key, seconds: CACHE_SECONDS, now: context.now }, choose);
  return rows.map(({ id }) => id);
}
