import { HOUR } from '#shop/domain/calendar.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { Member } from '../kernel/http/visitor.ts';
import type { Answer, Refused } from '../kernel/result/answer.ts';
import { DEMO_SITE as SITE } from '../kernel/seed/demo-terms.ts';
import { addLines } from '../modules/cart/index.ts';
import { addParcelEvent, shipOrder } from '../modules/fulfilment/index.ts';
import { listOpenPicks } from '../modules/inventory/index.ts';
import { type LockedOrder, lockOrder, placeOrders } from '../modules/orders/index.ts';

/** Places orders of these goods, and returns them. */
export async function placeOrdersOf(
  db: Db,
  buyer: Member,
  params: { goods_id: number; number: number; type: number }[],
  at: number,
): Promise<LockedOrder[]> {
  const added = await addLines(db, buyer, params, at);
  if ('refusal' in added) throw new Error(added.message);
  const address = await db
    .selectFrom('addresses')
    .where('company_id', '=', buyer.companyId)
    .select('id')
    .executeTakeFirstOrThrow();
  const placed = unwrap(
    await placeOrders(db, buyer, { ids: added.ids, address_id: address.id }, { site: SITE, now: at }),
  );
  const orders: LockedOrder[] = [];
  for (const id of placed.ids) orders.push(await reloadOrder(db, id));
  return orders;
}

/** Ships an order with tracking events; only its first line when `partly`. */
export async function ship(db: Db, order: LockedOrder, partly: boolean, at: number): Promise<void> {
  const picks = await listOpenPicks(db, order.id);
  const [first] = picks;
  const shipment = {
    carrier: '演示物流',
    trackingNo: `YS${order.no}`,
    at,
    receiptDays: SITE.constants.trade.receiptDays,
    picks: partly && first ? [first] : picks,
  };
  assertAccepted(await shipOrder(db, await reloadOrder(db, order.id), shipment));
  const { id } = await db
    .selectFrom('parcels')
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  await addParcelEvent(db, id, { at: at + 8 * HOUR, text: '离开【武汉分拨中心】，发往【武汉江汉区】' });
  await addParcelEvent(db, id, {
    at: at + 26 * HOUR,
    text: '【武汉江汉区】正在派送，派送员 演示 139****0000',
  });
  if (!partly)
    await addParcelEvent(db, id, { at: at + 30 * HOUR, text: '已签收，签收人：本人', signed: true });
}

export async function reloadOrder(db: Db, id: number): Promise<LockedOrder> {
  const order = await lockOrder(db, id, null);
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

/** The data of an answer. @throws when it is a refusal, which the demo never meets */
export function unwrap<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw new Error(answer.message);
  return answer.data;
}

/** @throws when a step of the demo was refused */
export function assertAccepted(refused: Refused | null): void {
  if (refused) throw new Error(refused.message);
}
