import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { LIVE_STATES, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { PeriodEffect } from '#shop/domain/promotions/effect.ts';
import { kindsOfStage } from '#shop/domain/promotions/index.ts';
import { type OpenPromotion, ofStage, openPromotions } from '#shop/domain/promotions/open.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { book, lockAccount, USE_TYPE } from '../../ledger/index.ts';
import { loadPromotions } from '../queries/load.ts';
import { giveVoucher, voidVoucher } from '../vouchers/give.ts';

/** Settles the cashbacks of the order's period: grants or takes back until each matches the company's present spend. */
export async function settleCashbacks(db: Db, orderId: number, now: number): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['company_id', 'created_at'])
    .executeTakeFirstOrThrow();
  const { company_id: companyId, created_at: at } = order;
  const found = await loadPromotions(db, { now: at, kinds: kindsOfStage('period'), companyId });
  for (const promotion of ofStage(openPromotions(found, at), 'period')) {
    await settleCashback(db, promotion, { companyId, orderId, now });
  }
}

interface SettlementContext {
  companyId: number;
  orderId: number;
  now: number;
}

async function settleCashback(
  db: Db,
  promotion: OpenPromotion<PeriodEffect>,
  context: SettlementContext,
): Promise<void> {
  const { companyId } = context;
  // One settlement per company at a time: two orders that complete at once must not both be rewarded for one tier.
  const balance = await lockAccount(db, { wallet: companyId });
  const { spent } = await spentIn(db, companyId, promotion);
  const due = promotion.effect.reward(spent);
  const granted = await grantedBy(db, promotion.id, companyId);
  if (due > granted) await grantReward(db, promotion, due - granted, context);
  if (due < granted) await takeBack(db, promotion, granted - due, { ...context, balance });
}

/** Net spend of the company within the period, in fen: of completed orders, and of those still in progress. */
export async function spentIn(
  db: Db,
  companyId: number,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
): Promise<{ spent: number; pending: number }> {
  const net = sql<number>`greatest(0, payable_fen - shipping_fen - refunded_fen - withheld_fen)`;
  const isDone = sql<boolean>`status = ${sql.lit(ORDER_STATE.done)}`;
  return db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('hm', '=', false)
    .where('created_at', '>=', startsAt)
    .where('created_at', '<', endsAt)
    .where('status', 'in', LIVE_STATES)
    .select([
      sql<number>`coalesce(sum(${net}) FILTER (WHERE ${isDone}), 0)`.as('spent'),
      sql<number>`coalesce(sum(${net}) FILTER (WHERE NOT ${isDone}), 0)`.as('pending'),
    ])
    .executeTakeFirstOrThrow();
}

/** What the cashback has granted the company and not taken back, in fen. */
export async function grantedBy(db: Db, promotionId: number, companyId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('cashback_grants')
    .where('promotion_id', '=', promotionId)
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('amount'))
    .executeTakeFirstOrThrow();
  return amount;
}

async function grantReward(
  db: Db,
  { id, name, effect }: OpenPromotion<PeriodEffect>,
  amount: number,
  context: SettlementContext,
): Promise<void> {
  const { companyId, orderId, now } = context;
  if (effect.as === 'balance') {
    await book(db, {
      from: { shop: 'grants' },
      to: { wallet: companyId },
      amount,
      useType: USE_TYPE.cashback,
      memo: name,
      at: now,
      orderId,
    });
  } else {
    const endsAt = now + effect.days * DAY;
    await giveVoucher(db, { companyId, name, amount, startsAt: now, endsAt, now, promotionId: id });
  }
  await recordGrant(db, id, amount, context);
}

/**
 * Takes back what the reduced spend no longer earns: first unused vouchers, then balance as far as there is any. The
 * rest is deducted from the next reward.
 */
async function takeBack(
  db: Db,
  promotion: OpenPromotion<PeriodEffect>,
  amount: number,
  { balance, ...context }: SettlementContext & { balance: number },
): Promise<void> {
  const { id, name } = promotion;
  const { companyId, orderId, now } = context;
  const voided = await voidVouchers(db, id, companyId, { amount, now });
  if (voided > 0) await recordGrant(db, id, -voided, context);
  const taken = Math.min(amount - voided, balance);
  if (taken <= 0) return;
  await book(db, {
    from: { wallet: companyId },
    to: { shop: 'grants' },
    amount: taken,
    useType: USE_TYPE.takenBack,
    memo: `${name}：退货扣回`,
    at: now,
    orderId,
  });
  await recordGrant(db, id, -taken, context);
}

/**
 * Voids vouchers of the cashback that were not used, the latest first, until the amount is reached; returns how much of
 * it was. A voucher is voided whole: what it was worth beyond the amount comes back as one that ends when it would
 * have. One that lapsed counts as taken back, and its rest has lapsed, too: a refund makes no voucher last longer
 * (domain §3).
 */
async function voidVouchers(
  db: Db,
  promotionId: number,
  companyId: number,
  { amount, now }: { amount: number; now: number },
): Promise<number> {
  const vouchers = await db
    .selectFrom('vouchers')
    .where('promotion_id', '=', promotionId)
    .where('company_id', '=', companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .orderBy('id', 'desc')
    .select(['id', 'name', 'starts_at as startsAt', 'ends_at as endsAt'])
    .execute();
  let voided = 0;
  for (const { id, ...voucher } of vouchers) {
    if (voided < amount) voided += await voidVoucher(db, id, now);
    if (voided <= amount) continue;
    await giveVoucher(db, { ...voucher, companyId, promotionId, amount: voided - amount, now });
    return amount;
  }
  return voided;
}

async function recordGrant(
  db: Db,
  promotionId: number,
  amount: number,
  { companyId, orderId, now }: SettlementContext,
): Promise<void> {
  await db
    .insertInto('cashback_grants')
    .values({
      promotion_id: promotionId,
      company_id: companyId,
      amount_fen: amount,
      order_id: orderId,
      created_at: now,
    })
    .execute();
}
