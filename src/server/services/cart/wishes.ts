import { LINE_TYPE } from '#domain/cart-totals.ts';
import type { CartLineToAdd } from '#generated/schemas.ts';
import { type Refused, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';

/** What is to be added to one cart line: equal good, warehouse and kind of price are one line. */
export interface Wish {
  goodsId: number;
  warehouseId: number;
  type: number;
  /** Units to add. */
  number: number;
  /** Positions in `params`, for the answer and for messages. */
  indexes: number[];
  /** The flash sale was asked for by name, so that its end is told instead of falling back to the ordinary price. */
  strict: boolean;
}

/** The same text for what belongs into the same line. */
export function placeOf(place: Pick<Wish, 'goodsId' | 'warehouseId' | 'type'>): string {
  return `${place.goodsId}/${place.warehouseId}/${place.type}`;
}

/** Merges the lines to add; unnamed warehouses and kinds of price are those of the good as it is on sale now. */
export async function readWishes(
  db: Db,
  params: readonly CartLineToAdd[],
  now: number,
): Promise<Wish[] | Refused> {
  const goods = await findGoods(db, params, now);
  const warehouses = new Set((await db.selectFrom('warehouses').select('id').execute()).map(({ id }) => id));
  const wishes = new Map<string, Wish>();
  for (const [index, param] of params.entries()) {
    const found = goods.get(param.goods_id);
    if (!found) return refuseParam(index, 'goods_id', '商品不存在或已下架');
    const warehouseId = param.ck_id ?? found.warehouse_id;
    if (!warehouses.has(warehouseId)) return refuseParam(index, 'ck_id', '仓库不存在');
    const type = param.type ?? (found.on_spike ? LINE_TYPE.spike : LINE_TYPE.plain);
    if (type !== LINE_TYPE.spike && type !== LINE_TYPE.plain) {
      return refuseParam(index, 'type', '该活动不在销售中');
    }
    const place = { goodsId: found.id, warehouseId, type };
    const before = wishes.get(placeOf(place));
    wishes.set(placeOf(place), {
      ...place,
      number: (before?.number ?? 0) + param.number,
      indexes: [...(before?.indexes ?? []), index],
      strict: (before?.strict ?? false) || param.type === LINE_TYPE.spike,
    });
  }
  return [...wishes.values()];
}

/** A 422 about one field of one line to add. */
export function refuseParam(index: number, field: string, message: string): Refused {
  return refuse('invalid', { message, data: { errors: { [`params.${index}.${field}`]: [message] } } });
}

async function findGoods(db: Db, params: readonly CartLineToAdd[], now: number) {
  const ids = [...new Set(params.map((param) => param.goods_id))];
  const rows = await db
    .selectFrom('goods')
    .where('goods.id', 'in', ids)
    .select((eb) => [
      'goods.id',
      'goods.warehouse_id',
      eb
        .exists(
          eb
            .selectFrom('spikes')
            .whereRef('spikes.goods_id', '=', 'goods.id')
            .where('starts_at', '<=', now)
            .where('ends_at', '>', now)
            .whereRef('sold', '<', 'total')
            .select('spikes.id'),
        )
        .as('on_spike'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
