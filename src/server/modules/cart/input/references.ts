import type { CartLineToAdd, SiteConfig } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { isNearExpiry, nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import { kindOf, SALE_KINDS } from '#shop/domain/promotions/index.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Refused } from '../../../kernel/result/answer.ts';
import { refuseParam } from './line-inputs.ts';

/** The stored rows that lines refer to besides their goods. */
interface ReferencedRows {
  /** Goods id -> warehouses that it is in. */
  warehouses: ReadonlyMap<number, ReadonlySet<number>>;
  /** Goods id -> when its first batch expires. */
  expires: ReadonlyMap<number, string | null>;
  /** Step of a ladder -> its good. */
  steps: ReadonlyMap<number, number>;
  /** Sale of one good -> its good. */
  sales: ReadonlyMap<number, number>;
  /** Promotion -> whether it is a full reduction, and the goods that it covers; null is all. */
  reductions: ReadonlyMap<number, { isReduction: boolean; goods: ReadonlySet<number> | null }>;
  /** `YYYY-MM-DD`; what expires up to then is near its expiry. */
  nearBefore: string;
}

/**
 * Refuses lines whose references are inconsistent: a warehouse, price, ladder step, full reduction or expiry of another
 * good. A reference that no longer exists, such as a ladder step that was replaced since the page was shown, is
 * ignored: the server sets the price in any case.
 */
export async function checkReferences(
  db: Db,
  lines: readonly CartLineToAdd[],
  { site, now }: { site: SiteConfig; now: number },
): Promise<Refused | null> {
  const known = await loadReferencedRows(db, lines, nearExpiryLimit(now, site));
  for (const [index, line] of lines.entries()) {
    // A good that does not exist is refused later, with a message of its own.
    const exists = !refersToPlace(line) || known.expires.has(line.goods_id);
    const found = exists ? referenceProblem(line, known) : null;
    if (found) return refuseParam(index, found.field, found.message);
  }
  return null;
}

const ownerIn = <Owner>(owners: ReadonlyMap<number, Owner>, id: number | undefined): Owner | undefined =>
  id === undefined ? undefined : owners.get(id);

function referenceProblem(
  line: CartLineToAdd,
  known: ReferencedRows,
): { field: string; message: string } | null {
  const { goods_id, ck_id, goods_price_id, ladder_price_id, goods_manjian_id, is_yj, type } = line;
  const belongsToOther = (owner: number | undefined) => owner !== undefined && owner !== goods_id;
  if (ck_id !== undefined && type !== LINE_TYPE.combination && !known.warehouses.get(goods_id)?.has(ck_id))
    return { field: 'ck_id', message: '这个仓库没有这种商品' };
  if (type !== LINE_TYPE.combination && belongsToOther(ownerIn(known.sales, goods_price_id)))
    return { field: 'goods_price_id', message: '这个价格不是这种商品的' };
  if (belongsToOther(ownerIn(known.steps, ladder_price_id)))
    return { field: 'ladder_price_id', message: '这一级阶梯价不是这种商品的' };
  const reduction = ownerIn(known.reductions, goods_manjian_id);
  if (reduction && !(reduction.isReduction && (reduction.goods?.has(goods_id) ?? true)))
    return { field: 'goods_manjian_id', message: '这种商品不在这个满减里' };
  if (is_yj === 1 && !isNearExpiry(known.expires.get(goods_id) ?? null, known.nearBefore))
    return { field: 'is_yj', message: '这种商品没有近效期的货' };
  return null;
}

/** Whether a line says where, or of which expiry, its good is to be. */
const refersToPlace = ({ ck_id, is_yj }: CartLineToAdd): boolean => ck_id !== undefined || is_yj === 1;

/** Nothing is asked of what no line names. */
const rowsOf = async <Row>(
  ids: readonly number[],
  load: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> => (ids.length === 0 ? [] : load(ids));

async function loadReferencedRows(
  db: Db,
  lines: readonly CartLineToAdd[],
  nearBefore: string,
): Promise<ReferencedRows> {
  const idsOf = (name: 'goods_id' | 'goods_price_id' | 'ladder_price_id' | 'goods_manjian_id') => [
    ...new Set(lines.flatMap((line) => line[name] ?? [])),
  ];
  const goodsIds = lines.some(refersToPlace) ? idsOf('goods_id') : [];
  const goods = await rowsOf(goodsIds, (ids) =>
    db.selectFrom('goods').where('id', 'in', ids).select(['id', 'warehouse_id', 'expires']).execute(),
  );
  const batches = await rowsOf(goodsIds, (ids) =>
    db
      .selectFrom('batches')
      .where('goods_id', 'in', ids)
      .distinct()
      .select(['goods_id', 'warehouse_id'])
      .execute(),
  );
  const steps = await rowsOf(idsOf('ladder_price_id'), (ids) =>
    db.selectFrom('ladder_steps').where('id', 'in', ids).select(['id', 'goods_id']).execute(),
  );
  const sales = await rowsOf(idsOf('goods_price_id'), (ids) =>
    db
      .selectFrom('promotion_goods')
      .innerJoin('promotions', 'promotions.id', 'promotion_goods.promotion_id')
      .where('promotion_goods.id', 'in', ids)
      .where('promotions.kind', 'in', [...SALE_KINDS])
      .select(['promotion_goods.id', 'promotion_goods.goods_id'])
      .execute(),
  );
  const warehouses = Map.groupBy(
    [...goods.map(({ id, warehouse_id }) => ({ goods_id: id, warehouse_id })), ...batches],
    ({ goods_id }) => goods_id,
  );
  return {
    warehouses: new Map(
      [...warehouses].map(([id, rows]) => [id, new Set(rows.map((row) => row.warehouse_id))]),
    ),
    expires: new Map(goods.map(({ id, expires }) => [id, expires])),
    steps: new Map(steps.map(({ id, goods_id }) => [id, goods_id])),
    sales: new Map(sales.map(({ id, goods_id }) => [id, goods_id])),
    reductions: await loadReductions(db, idsOf('goods_manjian_id')),
    nearBefore,
  };
}

async function loadReductions(db: Db, ids: readonly number[]): Promise<ReferencedRows['reductions']> {
  const rows = await rowsOf(ids, () =>
    db
      .selectFrom('promotions')
      .leftJoin('promotion_goods', 'promotion_goods.promotion_id', 'promotions.id')
      .where('promotions.id', 'in', ids)
      .select(['promotions.id', 'promotions.kind', 'promotions.everything', 'promotion_goods.goods_id'])
      .execute(),
  );
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, [first, ...more]]) => {
      const covered = [first, ...more].flatMap((row) => row?.goods_id ?? []);
      const isReduction = kindOf(first?.kind ?? '')?.stage === 'amount';
      return [id, { isReduction, goods: first?.everything ? null : new Set(covered) }];
    }),
  );
}
