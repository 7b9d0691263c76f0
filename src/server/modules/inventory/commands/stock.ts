import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import { type Batch, isSellable } from '../queries/sellable.ts';

/** Units of a line that come from one batch. */
export interface Allocation {
  batch: Batch;
  quantity: number;
}

/** The goods' batches that may be sold at `now`, earliest expiry first (domain §2). */
export async function sellableBatches(db: Db, goodsIds: readonly number[], now: number): Promise<Batch[]> {
  if (goodsIds.length === 0) return [];
  return db
    .selectFrom('batches')
    .where('goods_id', 'in', goodsIds)
    .where(isSellable(formatDate(now)))
    .orderBy('expires')
    .orderBy('id')
    .select(['id', 'goods_id', 'warehouse_id', 'batch_number', 'expires', 'available'])
    .execute();
}

/**
 * Allocates lines to batches, earliest expiry first; units that one line takes are not available to the next. A line
 * without enough stock gets what there is.
 */
export function allocateBatches(
  lines: readonly { id: number; goods_id: number; warehouse_id: number; number: number }[],
  batches: readonly Batch[],
): Map<number, Allocation[]> {
  const left = new Map(batches.map((batch) => [batch.id, batch.available]));
  const byLine = new Map<number, Allocation[]>();
  for (const line of lines.toSorted((a, b) => a.id - b.id)) {
    let remaining = line.number;
    const parts: Allocation[] = [];
    for (const batch of batches) {
      if (batch.goods_id !== line.goods_id || batch.warehouse_id !== line.warehouse_id) continue;
      const quantity = Math.min(remaining, left.get(batch.id) ?? 0);
      if (quantity === 0) continue;
      parts.push({ batch, quantity });
      left.set(batch.id, (left.get(batch.id) ?? 0) - quantity);
      remaining -= quantity;
    }
    byLine.set(line.id, parts);
  }
  return byLine;
}

/**
 * Locks the goods' batches, in the order that everybody keeps. Rows that refer to a batch are inserted all the same: in
 * their order, which is another one, they would wait for those that hold the stock.
 */
export async function lockStock(db: Db, goodsIds: readonly number[]): Promise<void> {
  if (goodsIds.length === 0) return;
  await lockBatches(db, { goodsIds });
}

const lockBatches = prepareQuery<{ goodsIds: readonly number[] }>()((db, { isAnyOf }) =>
  db
    .selectFrom('batches')
    .where(isAnyOf('goods_id', 'goodsIds'))
    .orderBy('goods_id')
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/**
 * Reserves units. Call {@link lockStock} before the quantities are checked: a batch that no longer has them is then a
 * fault of the program, and fails its transaction by the check of the table.
 */
export async function reserve(db: Db, allocations: readonly Allocation[]): Promise<void> {
  const sums = sumByBatch(allocations.map(({ batch, quantity }) => ({ ...batch, quantity })));
  const taken = sums.map(({ id, quantity }) => ({ id, quantity }));
  if (taken.length > 0) await sendWrite(db, addReserved(db, { taken }));
}

const addReserved = prepareQuery<{ taken: Record<'id' | 'quantity', number>[] }>()((db, { rows }) => {
  // Not as arrays: PostgreSQL would plan the statement anew at each execution (see `isAnyOf`).
  const values = rows('taken').map(({ id, quantity }) => sql`(${id}::integer, ${quantity}::integer)`);
  const taken = sql<{ id: number; quantity: number }>`(VALUES ${sql.join(values)})`;
  return db
    .updateTable('batches')
    .from(taken.as<'taken'>(sql`taken (id, quantity)`))
    .set((eb) => ({ reserved: eb('reserved', '+', eb.ref('taken.quantity')) }))
    .whereRef('batches.id', '=', 'taken.id');
});

/** Releases all units that are reserved for an order. Call {@link lockStock} for its goods first. */
export async function releaseReservation(db: Db, orderId: number): Promise<void> {
  for (const { id, quantity } of await reservedBy(db, orderId)) {
    await db
      .updateTable('batches')
      .set((eb) => ({ reserved: eb('reserved', '-', quantity) }))
      .where('id', '=', id)
      .execute();
  }
}

/** Removes reserved units from the stock: they leave the warehouse. Call {@link lockStock} first. */
export async function shipUnits(db: Db, batchId: number, quantity: number): Promise<void> {
  await db
    .updateTable('batches')
    .set((eb) => ({ reserved: eb('reserved', '-', quantity), stock: eb('stock', '-', quantity) }))
    .where('id', '=', batchId)
    .execute();
}

/** Locks the stock of all goods of an order. */
export async function lockOrderStock(db: Db, orderId: number): Promise<void> {
  const rows = await db
    .selectFrom('order_lines')
    .where('order_id', '=', orderId)
    .select('goods_id')
    .distinct()
    .execute();
  await lockStock(
    db,
    rows.map((row) => row.goods_id),
  );
}

async function reservedBy(db: Db, orderId: number) {
  const parts = await db
    .selectFrom('line_batches')
    .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
    .innerJoin('batches', 'batches.id', 'line_batches.batch_id')
    .where('order_lines.order_id', '=', orderId)
    .select((eb) => [
      'batches.id',
      'batches.goods_id',
      eb('line_batches.number', '-', eb.ref('line_batches.shipped')).as('quantity'),
    ])
    .execute();
  return sumByBatch(parts.filter(({ quantity }) => quantity > 0));
}

/** Units per batch, in locking order. */
function sumByBatch(parts: readonly { id: number; goods_id: number; quantity: number }[]) {
  const sums = new Map<number, { id: number; goodsId: number; quantity: number }>();
  for (const { id, goods_id, quantity } of parts) {
    sums.set(id, { id, goodsId: goods_id, quantity: (sums.get(id)?.quantity ?? 0) + quantity });
  }
  return [...sums.values()].toSorted((a, b) => a.goodsId - b.goodsId || a.id - b.id);
}
