import { ORDER_STATE, type OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { planRefund, type RefundPlan } from '../refunds/plan.ts';
import type { ClaimPart } from './parts.ts';

/** The refund of a return as calculated now, and whether its order is closed by it. */
export interface ReturnPlan extends RefundPlan {
  closes: boolean;
}

/** Calculates a return. A shipped order of which nothing is kept is closed, and its shipping fee refunded, too. */
export async function planReturn(
  db: Db,
  order: { id: number; status: OrderState },
  parts: readonly ClaimPart[],
): Promise<ReturnPlan> {
  const closes = order.status === ORDER_STATE.toReceive && !(await keepsUnits(db, order.id, parts));
  const units = parts.map(({ row, number, amount }) => ({ lineId: row.lineId, number, amount }));
  const plan = await planRefund(db, order.id, { orderId: order.id, units, closes, byShop: false });
  return { ...plan, closes };
}

/** Whether the buyer would keep anything of the order. */
async function keepsUnits(db: Db, orderId: number, parts: readonly ClaimPart[]): Promise<boolean> {
  const { held } = await db
    .selectFrom('order_lines')
    .where('order_id', '=', orderId)
    .select((eb) => eb.fn.sum<number>(eb('shipped', '-', eb.ref('returned'))).as('held'))
    .executeTakeFirstOrThrow();
  return held > parts.reduce((sum, { number }) => sum + number, 0);
}
