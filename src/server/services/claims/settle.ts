import { CLAIM_KIND, claimKindText, familyOf, refundsFor, sendsGoods } from '#domain/claim.ts';
import { ORDER_STATE } from '#domain/order-state.ts';
import { spread } from '#domain/spread.ts';
import { type Refused, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { USE_TYPE } from '../money/ledger.ts';
import { takeBackPoints } from '../money/points.ts';
import { closePaid } from '../orders/close.ts';
import { type LockedOrder, lockOrder } from '../orders/end.ts';
import { onRefunded } from '../promotions/hooks.ts';
import { giveBack } from '../refunds/give-back.ts';
import type { LockedClaim } from './lock.ts';
import { type Papers, sendPapers } from './papers.ts';
import { type ReplacementParcel, sendReplacement } from './replace.ts';

/** What staff give with the last step. */
export interface Settling {
  /** What they write to the buyer. */
  reply: string;
  /** How the goods of an exchange or a resend go out; empty texts where there are none. */
  parcel: ReplacementParcel;
  papers: Papers;
  now: number;
  pointsPerYuan: number;
}

/**
 * The end of a claim: returned units are counted, and their money goes back to the fen, from the prices that the order
 * froze; a price protection gives its difference, an exchange or a resend sends goods, missing documents are handed over. What only money earned, points, is taken back with it.
 */
export async function settleClaim(
  db: Db,
  claim: LockedClaim,
  { now, parcel, papers, reply, pointsPerYuan }: Settling,
): Promise<Refused | null> {
  const order = await lockOrder(db, claim.order_id, null);
  if (!order) throw new Error(`claim ${claim.id} without its order`);
  if (claim.kind === CLAIM_KIND.papers) return sendPapers(db, claim, papers, reply);
  if (sendsGoods(claim.kind)) return sendReplacement(db, claim, order.warehouse_id, { parcel, now });
  const returns = familyOf(claim.kind) === 'return';
  if (!returns && claim.kind !== CLAIM_KIND.priceProtection) return null;
  const amount = returns ? await takeUnitsBack(db, claim) : await spreadDifference(db, claim);
  if (typeof amount !== 'number') return amount;
  await db.updateTable('claims').set({ amount_fen: amount }).where('id', '=', claim.id).execute();
  await giveBack(db, order, {
    amount,
    useType: returns ? USE_TYPE.returnRefund : USE_TYPE.orderRefund,
    reason: claimKindText(claim.kind),
    at: now,
    claimId: claim.id,
  });
  if (order.status === ORDER_STATE.done) {
    await takeBackPoints(db, order, pointsPerYuan, now);
    await onRefunded(db, order.id, now);
  }
  return returns ? closeWhenEmpty(db, order, now) : null;
}

/** Counts the claim's units as returned, and says what they give back, in fen. */
async function takeUnitsBack(db: Db, claim: LockedClaim): Promise<number | Refused> {
  const parts = await partsOf(db, claim.id);
  const lines = new Map((await linesOf(db, parts)).map((line) => [line.id, line]));
  const refunds = refundsFor(parts, ({ lineId }) => {
    const line = lines.get(lineId);
    if (!line) throw new Error(`claim ${claim.id} without its line ${lineId}`);
    return line;
  });
  for (const { part, amount } of refunds) {
    const { lineId, batchId, number } = part;
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
    await db
      .updateTable('claim_lines')
      .set({ amount_fen: amount })
      .where('claim_id', '=', claim.id)
      .where('line_id', '=', lineId)
      .where('batch_id', '=', batchId)
      .execute();
  }
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** The lines of these parts, as money for their units is asked back. */
function linesOf(db: Db, parts: readonly { lineId: number }[]) {
  return db
    .selectFrom('order_lines')
    .where(
      'id',
      'in',
      parts.map(({ lineId }) => lineId),
    )
    .select(['id', 'number', 'short', 'returned', 'payable_fen as payable', 'refunded_fen as refunded'])
    .execute();
}

/** Books a price difference on its lines, as far as each still holds money. */
async function spreadDifference(db: Db, claim: LockedClaim): Promise<number> {
  const lineIds = [...new Set((await partsOf(db, claim.id)).map(({ lineId }) => lineId))];
  const lines = await db
    .selectFrom('order_lines')
    .where('id', 'in', lineIds)
    .select((eb) => ['id', eb('payable_fen', '-', eb.ref('refunded_fen')).as('left')])
    .execute();
  const whole = lines.reduce((sum, { left }) => sum + left, 0);
  const amount = Math.min(claim.amount_fen, whole);
  const shares = spread(
    amount,
    lines.map(({ id, left }) => ({ key: id, weight: left })),
  );
  for (const [id, share] of shares) {
    await db
      .updateTable('order_lines')
      .set((eb) => ({ refunded_fen: eb('refunded_fen', '+', share) }))
      .where('id', '=', id)
      .execute();
  }
  return amount;
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
  return order ? closePaid(db, order, { text: '商品全部退回，订单已关闭', at: now }) : null;
}

function partsOf(db: Db, claimId: number) {
  return db
    .selectFrom('claim_lines')
    .where('claim_id', '=', claimId)
    .orderBy('line_id')
    .orderBy('batch_id')
    .select(['line_id as lineId', 'batch_id as batchId', 'number'])
    .execute();
}
