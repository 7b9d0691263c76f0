import { mayFollow, ORDER_STATE } from '#domain/order-state.ts';
import { type Refused, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { LockedOrder } from './end.ts';
import { addEvent } from './events.ts';
import { deliver, lockStock } from './stock.ts';

/** Sends a whole order on its way: what it reserved leaves the stock. Run it in a transaction that has locked the order. */
export async function shipOrder(db: Db, order: LockedOrder, at: number): Promise<Refused | null> {
  if (!mayFollow(order.status, ORDER_STATE.toReceive)) {
    return refuse('invalid', { message: '订单的状态已变化，不能发货' });
  }
  const lines = await db
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .select('goods_id')
    .distinct()
    .execute();
  await lockStock(
    db,
    lines.map((line) => line.goods_id),
  );
  await deliver(db, order.id);
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.toReceive, shipped_at: at })
    .where('id', '=', order.id)
    .execute();
  await addEvent(db, order.id, at, '商品已发货');
  return null;
}
