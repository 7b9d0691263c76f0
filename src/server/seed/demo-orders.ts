import { ORDER_STATE } from '#domain/order-state.ts';
import type { Answer, Refused } from '../answer.ts';
import type { Db } from '../db/schema.ts';
import { addLines } from '../services/cart/add.ts';
import { isGateway } from '../services/gateways/gateway.ts';
import { SANDBOX } from '../services/gateways/open.ts';
import { openSandbox } from '../services/gateways/sandbox.ts';
import { confirmReceipt } from '../services/orders/confirm.ts';
import { placeOrders } from '../services/orders/create.ts';
import { endUnpaid, type LockedOrder, lockOrder } from '../services/orders/end.ts';
import { shipOrder } from '../services/orders/ship.ts';
import { findPayment, takeReport, wireAmount } from '../services/payments/notify.ts';
import { startPayment } from '../services/payments/start.ts';
import type { Member } from '../visitor.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The trading terms under which the demo's orders were placed: nothing else of the site matters to them. */
const SITE = {
  trade: {
    shippingFreeFrom: 500,
    shippingFee: 15,
    unpaidHours: 24,
    transferDays: 3,
    autoReceiveDays: 15,
    nearExpiryMonths: 6,
    pointsPerYuan: 1,
    voucherMaxShare: 0.3,
    yxShippingFreeFrom: 0,
    yxShippingFee: 0,
    newControlledDays: 30,
    returnDays: 15,
    receiptDays: 15,
    bank: { holder: '', bank: '', account: '' },
    pageSize: 20,
  },
};

type Fate = 'done' | 'expired' | 'cancelled' | 'shipped' | 'reviewing' | 'paid' | 'transfer' | 'unpaid';

/** The demo member's past, oldest first: how long ago, how it went, how many kinds and units. */
const ORDERS: readonly { ago: number; fate: Fate; kinds: number; units: number }[] = [
  { ago: 46 * DAY, fate: 'done', kinds: 4, units: 20 },
  { ago: 31 * DAY, fate: 'done', kinds: 2, units: 10 },
  { ago: 20 * DAY, fate: 'expired', kinds: 1, units: 5 },
  { ago: 14 * DAY, fate: 'cancelled', kinds: 2, units: 4 },
  { ago: 5 * DAY, fate: 'shipped', kinds: 3, units: 10 },
  { ago: 2 * DAY, fate: 'paid', kinds: 2, units: 10 },
  { ago: 9 * HOUR, fate: 'reviewing', kinds: 1, units: 5 },
  { ago: 5 * HOUR, fate: 'transfer', kinds: 2, units: 5 },
  { ago: HOUR, fate: 'unpaid', kinds: 2, units: 3 },
];

/** Lets the demo member place, pay and receive orders, through the services that do it for everybody. */
export async function seedDemoOrders(db: Db, now: number): Promise<void> {
  const buyer = await demoMember(db);
  const goods = await db
    .selectFrom('goods')
    .where('in_stock', '=', true)
    .where('on_sale', '=', true)
    .where('controlled', '=', false)
    .where('hm', '=', false)
    .where('split', '=', true)
    .where('cap_order', 'is', null)
    .where('cap_month', 'is', null)
    .where('min_number', '=', 1)
    .where('price_fen', '<', 5000)
    .orderBy('sales', 'desc')
    .orderBy('id')
    .limit(40)
    .select('id')
    .execute();
  let next = 0;
  for (const { ago, fate, kinds, units } of ORDERS) {
    const chosen = Array.from({ length: Math.min(kinds, goods.length) }, (_, index) => {
      const goodsId = goods[(next + index) % goods.length]?.id ?? 0;
      return { goods_id: goodsId, number: units, type: 0 };
    });
    next += kinds;
    for (const order of await place(db, buyer, chosen, now - ago)) await meet(db, order, fate, now - ago);
  }
}

async function place(
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
  const placed = accepted(
    await placeOrders(db, buyer, { ids: added.ids, address_id: address.id }, { site: SITE, now: at }),
  );
  const orders: LockedOrder[] = [];
  for (const id of placed.ids) orders.push(await reread(db, id));
  return orders;
}

/** Brings an order to where it stands today. */
async function meet(db: Db, order: LockedOrder, fate: Fate, at: number): Promise<void> {
  if (fate === 'unpaid') return;
  if (fate === 'cancelled') {
    return agreed(
      await endUnpaid(db, order, { to: ORDER_STATE.cancelled, text: '订单已取消', at: at + HOUR }),
    );
  }
  if (fate === 'expired') {
    const text = '超时未付款，订单已自动取消';
    return agreed(await endUnpaid(db, order, { to: ORDER_STATE.expired, text, at: at + DAY }));
  }
  await pay(db, order, fate === 'transfer' ? 'transfer' : 'alipay', at + HOUR / 4);
  if (fate === 'reviewing') {
    await db
      .updateTable('orders')
      .set({ status: ORDER_STATE.reviewing })
      .where('id', '=', order.id)
      .execute();
  }
  if (fate !== 'shipped' && fate !== 'done') return;
  agreed(await shipOrder(db, await reread(db, order.id), at + DAY));
  if (fate === 'shipped') return;
  const receipt = { site: SITE, now: at + 4 * DAY, text: '已确认收货' };
  agreed(await confirmReceipt(db, await reread(db, order.id), receipt));
}

async function pay(db: Db, order: LockedOrder, method: 'alipay' | 'transfer', at: number): Promise<void> {
  const wish = { companyId: order.company_id, orderIds: [order.id], body: { method } };
  const { redirect } = accepted(await startPayment(db, wish, { site: SITE, now: at, gateways: SANDBOX }));
  if (redirect === null || !isGateway(method)) return;
  const gateway = await openSandbox(db, method);
  const payment = await findPayment(db, redirect.replace('/cashier/', ''));
  if (!payment) throw new Error(`no payment behind ${redirect}`);
  const amount = wireAmount(payment.amount_fen);
  const report = gateway.read(gateway.notification({ no: payment.no, amount, state: 'paid' }));
  if (report) accepted(await takeReport(db, method, report, at + 60));
}

async function demoMember(db: Db): Promise<Member> {
  const row = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.username', '=', 'demo')
    .select([
      'members.id',
      'companies.id as companyId',
      'companies.type as companyType',
      'companies.scopes',
      'companies.level',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, role: 'approved', sessionId: '' };
}

async function reread(db: Db, id: number): Promise<LockedOrder> {
  const order = await lockOrder(db, id, null);
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

function accepted<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw new Error(answer.message);
  return answer.data;
}

function agreed(refused: Refused | null): void {
  if (refused) throw new Error(refused.message);
}
