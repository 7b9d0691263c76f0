import type { CartLineToAdd } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { openSales } from '../../pricing/index.ts';
import type { Chosen } from '../tables.ts';
import { combinationOf } from './combination.ts';

/** What is to be added to one cart line: equal good, warehouse, kind of price and combination are one line. */
export interface Wish {
  goodsId: number;
  warehouseId: number;
  type: number;
  promotionId: number | null;
  choice: Chosen[];
  /** The full reduction asked for, where the good is in several. */
  manjianId: number | null;
  /** Units, or sets, to add. */
  number: number;
  /** Positions in `params`, for the answer and for messages. */
  indexes: number[];
  /** The flash sale was asked for by name, so that its end is told instead of falling back to the ordinary price. */
  strict: boolean;
}

type Place = Pick<Wish, 'goodsId' | 'warehouseId' | 'type' | 'promotionId' | 'choice'>;

/** The same text for what belongs into the same line. */
export function placeOf({ goodsId, warehouseId, type, promotionId, choice }: Place): string {
  const goods = choice.map(({ goods_id, number }) => `${goods_id}x${number}`).join('+');
  return `${goodsId}/${warehouseId}/${type}/${promotionId ?? ''}/${goods}`;
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
    if (!LINE_TYPES.includes(type)) return refuseParam(index, 'type', '没有这种购买方式');
    const combination = type === LINE_TYPE.combination ? await combinationOf(db, param, now) : PLAIN;
    if ('why' in combination) return refuseParam(index, combination.field, combination.why);
    const { promotionId, choice } = combination;
    const place = { goodsId: combination.goodsId ?? found.id, warehouseId, type, promotionId, choice };
    const before = wishes.get(placeOf(place));
    wishes.set(placeOf(place), {
      ...place,
      manjianId: param.goods_manjian_id ?? null,
      number: (before?.number ?? 0) + param.number,
      indexes: [...(before?.indexes ?? []), index],
      strict: (before?.strict ?? false) || param.type === LINE_TYPE.spike,
    });
  }
  return [...wishes.values()];
}

const LINE_TYPES: readonly number[] = Object.values(LINE_TYPE);

const PLAIN = { goodsId: null, promotionId: null, choice: [] };

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
            .selectFrom(openSales(now).as('sale'))
            .whereRef('sale.goods_id', '=', 'goods.id')
            .select('sale.id'),
        )
        .as('on_spike'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
