import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import {
  allocateBatches,
  lockOrderStock,
  reserve,
  sellableBatches,
  shipUnits,
} from '../../inventory/index.ts';
import type { LockedClaim } from './lock.ts';

/** The parcel of the replacement. */
export interface ReplacementParcel {
  carrier: string;
  trackingNo: string;
}

/**
 * Sends an exchange or a resend: the claimed units leave the stock of the order's warehouse, earliest expiry first, and
 * from then on the buyer holds their batches in place of the old ones. Run it in a transaction that has locked the order
 * and the claim.
 */
export async function sendReplacement(
  db: Db,
  claim: LockedClaim,
  warehouseId: number,
  { parcel, now }: { parcel: ReplacementParcel; now: number },
): Promise<Refused | null> {
  if (parcel.carrier === '') return refuseField('carrier', '请填写物流公司');
  if (parcel.trackingNo === '') return refuseField('tracking_no', '请填写运单号');
  await lockOrderStock(db, claim.order_id);
  const lines = await db
    .selectFrom('claim_lines')
    .innerJoin('order_lines', 'order_lines.id', 'claim_lines.line_id')
    .where('claim_id', '=', claim.id)
    .groupBy(['order_lines.id', 'order_lines.goods_id', 'order_lines.name', 'order_lines.unit'])
    .orderBy('order_lines.id')
    .select((eb) => [
      'order_lines.id',
      'order_lines.goods_id',
      'order_lines.name',
      'order_lines.unit',
      eb.fn.sum<number>('claim_lines.number').as('number'),
    ])
    .execute();
  const requested = lines.map((line) => ({ ...line, warehouse_id: warehouseId }));
  const goodsIds = [...new Set(requested.map(({ goods_id }) => goods_id))];
  const served = allocateBatches(requested, await sellableBatches(db, goodsIds, now));
  for (const { id, name, unit, number } of requested) {
    const found = (served.get(id) ?? []).reduce((sum, part) => sum + part.quantity, 0);
    if (found < number) {
      return refuse('invalid', { message: `${name} 库存不足，要 ${number} ${unit}，只有 ${found} ${unit}` });
    }
  }
  if (!(await releaseClaimedUnits(db, claim.id)))
    return refuse('invalid', { message: '商品已退或已换，不能再换发' });
  for (const [lineId, parts] of served) {
    await reserve(db, parts);
    for (const { batch, quantity: number } of parts) {
      await shipUnits(db, batch.id, number);
      const sent = { line_id: lineId, batch_id: batch.id, number };
      await db
        .insertInto('claim_replacements')
        .values({ ...sent, claim_id: claim.id })
        .execute();
      await db
        .insertInto('line_batches')
        .values({ ...sent, number: 0, exchanged: number })
        .onConflict((conflict) =>
          conflict
            .columns(['line_id', 'batch_id'])
            .doUpdateSet((eb) => ({ exchanged: eb('line_batches.exchanged', '+', number) })),
        )
        .execute();
    }
  }
  await db
    .updateTable('claims')
    .set({ sent_carrier: parcel.carrier, sent_tracking_no: parcel.trackingNo })
    .where('id', '=', claim.id)
    .execute();
  return null;
}

/** Removes the claimed units from what the buyer holds of their old batches. @returns false when they were not held any more */
async function releaseClaimedUnits(db: Db, claimId: number): Promise<boolean> {
  const parts = await db
    .selectFrom('claim_lines')
    .where('claim_id', '=', claimId)
    .select(['line_id', 'batch_id', 'number'])
    .execute();
  for (const { line_id, batch_id, number } of parts) {
    const { numUpdatedRows } = await db
      .updateTable('line_batches')
      .set((eb) => ({ exchanged: eb('exchanged', '-', number) }))
      .where('line_id', '=', line_id)
      .where('batch_id', '=', batch_id)
      .where((eb) => eb(eb('shipped', '+', eb.ref('exchanged')), '>=', eb('returned', '+', number)))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
  }
  return true;
}

/** The replacements that were sent for a claim. */
export async function replacementsOf(
  db: Db,
  claimId: number,
): Promise<{ name: string; ypgg: string; batch_number: string; expires: string; number: number }[]> {
  return db
    .selectFrom('claim_replacements as sent')
    .innerJoin('order_lines', 'order_lines.id', 'sent.line_id')
    .innerJoin('batches', 'batches.id', 'sent.batch_id')
    .where('sent.claim_id', '=', claimId)
    .orderBy('order_lines.id')
    .orderBy('batches.expires')
    .select([
      'order_lines.name',
      'order_lines.spec as ypgg',
      'batches.batch_number',
      'batches.expires',
      'sent.number',
    ])
    .execute();
}
