import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsGoods } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost, tallyOf } from '../../../kernel/db/tally.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { sellableStock } from '../../inventory/index.ts';

type GoodsListQuery = Calls['ops-goods.list']['query'];
type State = NonNullable<GoodsListQuery['state']>;

const STATES: Readonly<Record<State, string>> = {
  on: '在售',
  off: '已下架',
  out: '缺货',
  yx: '优选',
  controlled: '控销',
  near: '近效期',
};

interface ListOptions {
  now: number;
  pageSize: number;
  /** `YYYY-MM-DD`; what expires up to then is near its expiry. */
  nearBefore: string;
}

function condition(state: State, nearBefore: string) {
  const conditions: Record<State, ReturnType<typeof sql<boolean>>> = {
    on: sql<boolean>`goods.on_sale`,
    off: sql<boolean>`NOT goods.on_sale`,
    out: sql<boolean>`goods.on_sale AND NOT goods.in_stock`,
    yx: sql<boolean>`goods.yx`,
    controlled: sql<boolean>`goods.controlled`,
    near: sql<boolean>`goods.on_sale AND goods.expires <= ${nearBefore}`,
  };
  return conditions[state];
}

/** The goods that a filter of the staff's list finds; a word for a state that there is not finds none. */
export function goodsFound(
  db: Db,
  { keywords, state }: { keywords?: string | undefined; state?: string | undefined },
  nearBefore: string,
) {
  const query = withWord(db, keywords);
  if (state === undefined) return query;
  return query.where(isState(state) ? condition(state, nearBefore) : sql<boolean>`false`);
}

const isState = (word: string): word is State => Object.hasOwn(STATES, word);

function withWord(db: Db, keywords = '') {
  const word = keywords.trim();
  const found = sql<boolean>`(goods.code = upper(${word}) OR goods.barcode = ${word}
    OR goods.name LIKE ${likePattern(word)} OR makers.name LIKE ${likePattern(word)})`;
  return db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .$if(word !== '', (query) => query.where(found));
}

/** Of what a word finds: whatever is counted, every good has been looked at. */
async function tallyFound(db: Db, keywords: string, nearBefore: string) {
  const counts: Record<string, number> = await withWord(db, keywords)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      ...(Object.keys(STATES) as State[]).map((key) =>
        sql<number>`count(*) FILTER (WHERE ${condition(key, nearBefore)})`.as(key),
      ),
    ])
    .executeTakeFirstOrThrow();
  return tallyOf<State>(STATES, (state) => counts[state ?? 'all'] ?? 0);
}

/** Each state by itself, as an index finds it. */
const tallyAll = (db: Db, nearBefore: string) =>
  tallyAtMost<State>(
    db,
    STATES,
    (state) =>
      db
        .selectFrom('goods')
        .$if(state !== undefined, (query) => query.where(condition(state as State, nearBefore)))
        .select('goods.id'),
    { overlap: true },
  );

/**
 * A page of goods for staff, on sale or not, with list price and stock; without keywords no state is counted beyond
 * `MOST_COUNTED`.
 */
export async function goodsForStaff(
  db: Db,
  { keywords = '', state, page }: GoodsListQuery,
  { now, pageSize, nearBefore }: ListOptions,
) {
  const { counts, totalOf } = await (keywords.trim() === ''
    ? tallyAll(db, nearBefore)
    : tallyFound(db, keywords, nearBefore));
  const rows = await goodsFound(db, { keywords, state }, nearBefore)
    .selectAll('goods')
    .select([
      'makers.name as maker',
      sellableStock(now).as('stock'),
      sql<string>`coalesce((SELECT string_agg(number || '@' || price_fen, ' ' ORDER BY number)
        FROM ladder_steps WHERE goods_id = goods.id), '')`.as('ladder'),
    ])
    .orderBy('goods.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map((row): OpsGoods => {
    const supply = row.in_stock ? '在售' : '缺货';
    const near = isNearExpiry(row.expires, nearBefore);
    const zones = [row.yx && '优选', row.controlled && '控销', row.hm && '含麻', near && '近效期'];
    return {
      id: row.id,
      code: row.code,
      name: row.name,
      text: `${row.code} · ${row.spec} · ${row.maker}`,
      image: `/img/goods/${row.id}.svg`,
      price: toYuan(row.price_fen),
      cost: row.cost_fen === null ? null : toYuan(row.cost_fen),
      margin_text: marginInWords(row),
      ladder_text: ladderInWords(row.ladder, row.unit),
      stock: row.stock ?? 0,
      zones: zones.filter((zone) => zone !== false).join('、'),
      on_sale: row.on_sale ? 1 : 0,
      state_text: row.on_sale ? supply : '已下架',
      expires: row.expires ?? '',
    };
  });
  return {
    list,
    total: totalOf(state),
    page,
    page_size: pageSize,
    counts,
  };
}

/** The gross margin at the list price, in words; '' where the cost is not known. */
const marginInWords = ({ price_fen, cost_fen }: { price_fen: number; cost_fen: number | null }): string =>
  cost_fen === null ? '' : `毛利率 ${(((price_fen - cost_fen) / price_fen) * 100).toFixed(1)}%`;

function ladderInWords(ladder: string, unit: string): string {
  return ladder
    .split(' ')
    .filter((step) => step !== '')
    .map((step) => step.split('@'))
    .map(([number, fen]) => `${number}${unit} ${formatFen(Number(fen))}`)
    .join('，');
}
