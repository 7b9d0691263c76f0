import { CLAIM_KIND, CLAIM_STATE, claimKindText, familyOf, sendsGoods } from '#shop/domain/claim.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { protectionOf } from '#shop/domain/settlement.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { takeBackPoints, USE_TYPE } from '../../ledger/index.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { onRefunded } from '../../promotions/index.ts';
import { closePaid } from '../cancel/close-paid.ts';
import { linesLeft } from '../refunds/lines.ts';
import { payOutRefund, releaseWithheld } from '../refunds/pay-out.ts';
import { type ClaimDocuments, sendDocuments } from './claim-documents.ts';
import type { LockedClaim } from './lock.ts';
import { type ReplacementParcel, sendReplacement } from './replace.ts';

/** Input of staff for the last step. */
export interface SettlementInput {
  /** Their message to the buyer. */
  reply: string;
  /** How the goods of an exchange or a resend go out; empty texts where there are none. */
  parcel: ReplacementParcel;
  papers: ClaimDocuments;
  now: number;
  pointsPerYuan: number;
}

/**
 * Settles a claim: a return is counted and its announced refund paid; a price protection refunds the difference, an
 * exchange or a resend ships goods, missing documents are sent. Points that the refunded money earned are reclaimed. Run it
 * in a transaction that has locked the order's pricing group, then the claim.
 */
export async function settleClaim(
  db: Db,
  claim: LockedClaim,
  { now, parcel, papers, reply, pointsPerYuan }: SettlementInput,
): Promise<Refused | null> {
  const order = await lockOrder(db, claim.order_id, null);
  if (!order) throw new Error(`claim ${claim.id} without its order`);
  if (claim.kind === CLAIM_KIND.papers) return sendDocuments(db, claim, papers, reply);
  if (sendsGoods(claim.kind)) return sendReplacement(db, claim, order.warehouse_id, { parcel, now });
  const returns = familyOf(claim.kind) === 'return';
  if (!returns && claim.kind !== CLAIM_KIND.priceProtection) return null;
  const refused = returns
    ? await countReturnedUnits(db, claim)
    : await applyPriceProtection(db, claim, order);
  if (refused) return refused;
  // From here on the refund is no longer a promised one.
  await db.updateTable('claims').set({ status: CLAIM_STATE.done }).where('id', '=', claim.id).execute();
  const amount = !returns && order.status === ORDER_STATE.closed ? 0 : claim.amount_fen;
  await payOutRefund(
    db,
    order,
    { own: amount + claim.withheld_fen, refund: amount },
    {
      useType: returns ? USE_TYPE.returnRefund : USE_TYPE.orderRefund,
      reason: claimKindText(claim.kind),
      at: now,
      claimId: claim.id,
    },
  );
  if (order.status === ORDER_STATE.done) {
    await takeBackPoints(db, order, pointsPerYuan, now);
    await onRefunded(db, order.id, now);
  }
  await releaseWithheld(db, order.id, now);
  return returns ? closeWhenEmpty(db, order, now) : null;
}

/** Counts the claim's units as returned, with what their lines were announced to give back for them. */
async function countReturnedUnits(db: Db, claim: LockedClaim): Promise<Refused | null> {
  for (const { lineId, batchId, number, amount } of await partsOf(db, claim.id)) {
    const held = await db
      .updateTable('line_batches')
      .set((eb) => ({ returned: eb('returned', '+', number) }))
      .where('line_id', '=', lineId)
      .where('batch_id', '=', batchId)
      .where((eb) => eb(eb('shipped', '+', eb.ref('exchanged')), '>=', eb('returned', '+', number)))
      .executeTakeFirst();
    if (held.numUpdatedRows === 0n) return refuse('invalid', { message: '商品已退或已换，不能再退' });
    await db
      .updateTable('order_lines')
      .set((eb) => ({
        returned: eb('returned', '+', number),
        refunded_fen: eb('refunded_fen', '+', amount),
      }))
      .where('id', '=', lineId)
      .execute();
  }
  return null;
}

/** Books a granted price difference on its lines; of an order that has ended meanwhile everything was given back. */
async function applyPriceProtection(db: Db, claim: LockedClaim, order: LockedOrder): Promise<null> {
  if (order.status === ORDER_STATE.closed) return null;
  const left = new Map((await linesLeft(db, [order.id])).map((line) => [line.id, line]));
  for (const { lineId, amount } of await partsOf(db, claim.id)) {
    const line = left.get(lineId);
    if (!line || amount === 0) continue;
    const kept = line.quantity - line.short - line.returned;
    await db
      .updateTable('order_lines')
      .set((eb) => ({
        refunded_fen: eb('refunded_fen', '+', amount),
        protection_fen: protectionOf(line.protection, line.protectionUnits, kept) + amount,
        protection_units: kept,
      }))
      .where('id', '=', lineId)
      .execute();
  }
  return null;
}

/** An order on its way of which nothing is kept ends as closed; its shipping fee goes back too. */
async function closeWhenEmpty(db: Db, before: LockedOrder, now: number): Promise<Refused | null> {
  if (before.status !== ORDER_STATE.toReceive) return null;
  const kept = await db
    .selectFrom('order_lines')
    .where('order_id', '=', before.id)
    .whereRef('returned', '<', 'shipped')
    .select('id')
    .executeTakeFirst();
  if (kept) return null;
  const order = await lockOrder(db, before.id, null);
  return order ? closePaid(db, order, { text: '商品全部退回，订单已关闭', at: now, empty: true }) : null;
}

function partsOf(db: Db, claimId: number) {
  return db
    .selectFrom('claim_lines')
    .where('claim_id', '=', claimId)
    .orderBy('line_id')
    .orderBy('batch_id')
    .select(['line_id as lineId', 'batch_id as batchId', 'number', 'amount_fen as amount'])
    .execute();
}
