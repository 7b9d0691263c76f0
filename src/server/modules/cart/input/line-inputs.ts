import { sql } from 'kysely';
import type { CartLineToAdd } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { openSales } from '../../pricing/index.ts';
import type { ChosenGoods } from '../tables.ts';
import { readCombination } from './combination.ts';

/** What is to be added to one cart line. Equal good, warehouse, kind of price and combination make one line. */
export interface LineInput {
  goodsId: number;
  warehouseId: number;
  type: number;
  promotionId: number | null;
  choice: ChosenGoods[];
  /** The full reduction that the buyer chose, where the good is in several; null for the best one. */
  manjianId: number | null;
  /** Units, or sets, to add. */
  quantity: number;
  /** Positions in `params`, for the answer and for messages. */
  indexes: number[];
  /** The request names the flash sale: where it has ended, the line is refused instead of taking the ordinary price. */
  isSpikeRequested: boolean;
}

type LineIdentity = Pick<LineInput, 'goodsId' | 'warehouseId' | 'type' | 'promotionId' | 'choice'>;

/** Key of a cart line: inputs with the same key are merged. */
export function lineKey({ goodsId, warehouseId, type, promotionId, choice }: LineIdentity): string {
  const goods = choice.map(({ goods_id, number }) => `${goods_id}x${number}`).join('+');
  return `${goodsId}/${warehouseId}/${type}/${promotionId ?? ''}/${goods}`;
}

/** Reads and merges the lines to add; a missing warehouse or kind of price is that of the good as it is on sale now. */
export async function readLineInputs(
  db: Db,
  params: readonly CartLineToAdd[],
  now: number,
): Promise<LineInput[] | Refused> {
  const goods = await findGoods(db, params, now);
  const warehouses = await findWarehouses(db, params);
  const inputs = new Map<string, LineInput>();
  for (const [index, param] of params.entries()) {
    const found = goods.get(param.goods_id);
    if (!found) return refuseParam(index, 'goods_id', '商品不存在或已下架');
    const warehouseId = param.ck_id ?? found.warehouse_id;
    if (param.ck_id !== undefined && !warehouses.has(warehouseId))
      return refuseParam(index, 'ck_id', '仓库不存在');
    const type = param.type ?? (found.on_spike ? LINE_TYPE.spike : LINE_TYPE.plain);
    if (!LINE_TYPES.includes(type)) return refuseParam(index, 'type', '没有这种购买方式');
    const combination = type === LINE_TYPE.combination ? await readCombination(db, param, now) : PLAIN;
    if ('message' in combination) return refuseParam(index, combination.field, combination.message);
    const { promotionId, choice } = combination;
    const identity = { goodsId: combination.goodsId ?? found.id, warehouseId, type, promotionId, choice };
    const existing = inputs.get(lineKey(identity));
    inputs.set(lineKey(identity), {
      ...identity,
      manjianId: param.goods_manjian_id ?? null,
      quantity: (existing?.quantity ?? 0) + param.number,
      indexes: [...(existing?.indexes ?? []), index],
      isSpikeRequested: (existing?.isSpikeRequested ?? false) || param.type === LINE_TYPE.spike,
    });
  }
  return [...inputs.values()];
}

const LINE_TYPES: readonly number[] = Object.values(LINE_TYPE);

const PLAIN = { goodsId: null, promotionId: null, choice: [] };

/** A 422 about one field of one line to add. */
export function refuseParam(index: number, field: string, message: string): Refused {
  return refuse('invalid', { message, data: { errors: { [`params.${index}.${field}`]: [message] } } });
}

/** The warehouses that the lines name and that exist; most name none and are sold from that of their good. */
async function findWarehouses(db: Db, params: readonly CartLineToAdd[]): Promise<ReadonlySet<number>> {
  const named = [...new Set(params.flatMap(({ ck_id }) => ck_id ?? []))];
  if (named.length === 0) return new Set();
  const rows = await db.selectFrom('warehouses').where('id', 'in', named).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

async function findGoods(db: Db, params: readonly CartLineToAdd[], now: number) {
  const ids = [...new Set(params.map((param) => param.goods_id))];
  const rows = await goodsToAdd(db, { ids, now });
  return new Map(rows.map((row) => [row.id, row]));
}

const goodsToAdd = prepareQuery<{ ids: readonly number[]; now: number }>()((db, { value, list }) =>
  db
    .selectFrom('goods')
    .where(sql<boolean>`goods.id IN ${list('ids')}`)
    .select((eb) => [
      'goods.id',
      'goods.warehouse_id',
      eb
        .exists(
          eb
            .selectFrom(openSales(value('now')).as('sale'))
            .whereRef('sale.goods_id', '=', 'goods.id')
            .select('sale.id'),
        )
        .as('on_spike'),
    ]),
);
