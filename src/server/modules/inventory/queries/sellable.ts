import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import type { Value } from '../../../kernel/db/prepared-query.ts';

/** Whether the row of `batches` may be sold on a day (`YYYY-MM-DD`): something of it is free, and it has not expired (domain §2). */
export const isSellable = (today: Value<string>) =>
  sql<boolean>`(batches.available > 0 AND batches.expires > ${today})`;

/** Units of the row of `goods` that its own warehouse may sell at `now`. */
export const sellableStock = (now: number) => sql<number>`(
  SELECT coalesce(sum(batches.available), 0)::integer FROM batches
  WHERE batches.goods_id = goods.id AND batches.warehouse_id = goods.warehouse_id AND ${isSellable(formatDate(now))})`;

/** A batch that lines may be allocated to. */
export interface Batch {
  id: number;
  goods_id: number;
  warehouse_id: number;
  batch_number: string;
  expires: string;
  available: number;
}

/** SQL: the batches of the row of `goods` that may be sold on a day, in any warehouse, earliest expiry first (domain §2). */
export const batchesOfGoods = (today: Value<string>) => sql<Batch[]>`(
  SELECT coalesce(json_agg(json_build_object('id', batches.id, 'goods_id', batches.goods_id,
    'warehouse_id', batches.warehouse_id, 'batch_number', batches.batch_number, 'expires', batches.expires,
    'available', batches.available) ORDER BY batches.expires, batches.id), '[]')
  FROM batches WHERE batches.goods_id = goods.id AND ${isSellable(today)})`;

/** Sellable units of a good in a warehouse, and their first expiry. */
export interface WarehouseStock {
  stock: number;
  expires: string | null;
}

/** What a warehouse has of a good with these batches. */
export function stockIn(batches: readonly Batch[], warehouseId: number): WarehouseStock {
  const own = batches.filter(({ warehouse_id }) => warehouse_id === warehouseId);
  return { stock: own.reduce((sum, { available }) => sum + available, 0), expires: own[0]?.expires ?? null };
}
