import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Whether the row of `batches` may be sold at `now`: something of it is free, and it has not expired (domain §2). */
export const isSellable = (now: number) =>
  sql<boolean>`(batches.available > 0 AND batches.expires > ${formatDate(now)})`;

/** Units of the row of `goods` that its own warehouse may sell at `now`. */
export const sellableStock = (now: number) => sql<number>`(
  SELECT coalesce(sum(batches.available), 0)::integer FROM batches
  WHERE batches.goods_id = goods.id AND batches.warehouse_id = goods.warehouse_id AND ${isSellable(now)})`;

/** The batch of the row of `goods` that would be sold first, by its number; null where nothing may be sold. */
export const firstBatch = (now: number) => sql<string | null>`(
  SELECT batches.batch_number FROM batches
  WHERE batches.goods_id = goods.id AND batches.warehouse_id = goods.warehouse_id AND ${isSellable(now)}
  ORDER BY batches.expires, batches.id LIMIT 1)`;

/** Sellable units of a good in a warehouse, and their first expiry. */
export interface WarehouseStock {
  stock: number;
  expires: string | null;
}

/** Sellable stock of these goods by warehouse: {@link stockKey} -> units and first expiry at `now`. */
export async function stockByWarehouse(
  db: Db,
  ids: readonly number[],
  now: number,
): Promise<Map<string, WarehouseStock>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('batches')
    .where('goods_id', 'in', [...ids])
    .where(isSellable(now))
    .groupBy(['goods_id', 'warehouse_id'])
    .select((eb) => [
      'goods_id',
      'warehouse_id',
      eb.fn.sum<number>('available').as('stock'),
      eb.fn.min('expires').as('expires'),
    ])
    .execute();
  return new Map(rows.map((row) => [stockKey(row.goods_id, row.warehouse_id), row]));
}

/** Key of a good in a warehouse. */
export const stockKey = (goodsId: number, warehouseId: number): string => `${goodsId}/${warehouseId}`;
