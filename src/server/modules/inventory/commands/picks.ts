import type { Db } from '../../../kernel/db/schema.ts';
import { reserve, sellableBatches } from './stock.ts';

/** Units of a line that are taken from a batch. */
export interface BatchPick {
  lineId: number;
  batchId: number;
  quantity: number;
}

/** Allocated units of an order that are not shipped yet, earliest expiry first. */
export async function listOpenPicks(db: Db, orderId: number): Promise<BatchPick[]> {
  const rows = await db
    .selectFrom('line_batches')
    .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
    .innerJoin('batches', 'batches.id', 'line_batches.batch_id')
    .where('order_lines.order_id', '=', orderId)
    .whereRef('line_batches.number', '>', 'line_batches.shipped')
    .orderBy('line_batches.line_id')
    .orderBy('batches.expires')
    .select((eb) => [
      'line_batches.line_id as lineId',
      'line_batches.batch_id as batchId',
      eb('line_batches.number', '-', eb.ref('line_batches.shipped')).as('quantity'),
    ])
    .execute();
  return rows;
}

/**
 * Replaces the batches of the units that a line still has to ship; the picks must add up to all of them. Lock the
 * order's stock first.
 * @returns false when the sum differs, or a batch is of another good, has expired, or has too little
 */
export async function replacePicks(
  db: Db,
  line: { id: number; goodsId: number; warehouseId: number },
  picks: readonly Pick<BatchPick, 'batchId' | 'quantity'>[],
  now: number,
): Promise<boolean> {
  const current = await db
    .selectFrom('line_batches')
    .where('line_id', '=', line.id)
    .selectAll()
    .orderBy('batch_id')
    .execute();
  const open = new Map(current.map((part) => [part.batch_id, part.number - part.shipped]));
  const total = [...open.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (picks.reduce((sum, pick) => sum + pick.quantity, 0) !== total) return false;
  const sellable = new Map(
    (await sellableBatches(db, [line.goodsId], now))
      .filter((batch) => batch.warehouse_id === line.warehouseId)
      .map((batch) => [batch.id, batch]),
  );
  for (const { batchId, quantity } of picks) {
    const more = quantity - (open.get(batchId) ?? 0);
    if (more > 0 && (sellable.get(batchId)?.available ?? 0) < more) return false;
  }
  const target = new Map(picks.map((pick) => [pick.batchId, pick.quantity]));
  for (const batchId of new Set([...open.keys(), ...target.keys()])) {
    const change = (target.get(batchId) ?? 0) - (open.get(batchId) ?? 0);
    const batch = sellable.get(batchId);
    if (change > 0 && batch) await reserve(db, [{ batch, quantity: change }]);
    if (change < 0) await releaseUnits(db, batchId, -change);
    await changeAllocation(db, line.id, batchId, change);
  }
  return true;
}

/** Releases reserved units of one batch. Lock its stock first. */
export async function releaseUnits(db: Db, batchId: number, quantity: number): Promise<void> {
  await db
    .updateTable('batches')
    .set((eb) => ({ reserved: eb('reserved', '-', quantity) }))
    .where('id', '=', batchId)
    .execute();
}

/** Changes how many units of a batch are allocated to a line; an allocation that becomes 0 is deleted. */
export async function changeAllocation(
  db: Db,
  lineId: number,
  batchId: number,
  change: number,
): Promise<void> {
  if (change === 0) return;
  if (change > 0) {
    await db
      .insertInto('line_batches')
      .values({ line_id: lineId, batch_id: batchId, number: change })
      .onConflict((conflict) =>
        conflict
          .columns(['line_id', 'batch_id'])
          .doUpdateSet((eb) => ({ number: eb('line_batches.number', '+', change) })),
      )
      .execute();
    return;
  }
  const gone = await db
    .deleteFrom('line_batches')
    .where('line_id', '=', lineId)
    .where('batch_id', '=', batchId)
    .where('number', '=', -change)
    .executeTakeFirst();
  if (gone.numDeletedRows > 0n) return;
  await db
    .updateTable('line_batches')
    .set((eb) => ({ number: eb('number', '+', change) }))
    .where('line_id', '=', lineId)
    .where('batch_id', '=', batchId)
    .execute();
}
