import { ORDER_STATE, type OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { planRefund, type RefundPlan } from '../refunds/plan.ts';
import type { ClaimPart } from './parts.ts';

/** What a return would give back now, and whether its order ends with it. */
export interface ReturnPlan extends RefundPlan {
  closes: boolean;
}

/** Plans a return of these parts. An order on its way of which nothing is kept ends, and its shipping goes back, too. */
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
