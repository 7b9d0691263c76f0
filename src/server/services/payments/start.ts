import { randomBytes } from 'node:crypto';
import { formatDate } from '#domain/format.ts';
import { ORDER_STATE, orderAbilities } from '#domain/order-state.ts';
import type { Calls } from '#generated/calls.ts';
import type { Payment, SiteConfig } from '#generated/schemas.ts';
import { type Answer, ok, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { GatewayName } from '../gateways/gateway.ts';
import { isGateway, openGateway } from '../gateways/open.ts';
import { chargeCredit, creditOf } from '../money/credit.ts';
import { lockWallet } from '../money/ledger.ts';
import { type LockedOrder, lockOrder } from '../orders/end.ts';
import { addEvent } from '../orders/events.ts';
import { whyNot } from './methods.ts';
import { receive } from './settle.ts';

interface Wish {
  companyId: number;
  orderId: number;
  body: Calls['pay.start']['body'];
}

/**
 * Pays an order, or begins to. Balance and credit pay at once; a gateway answers where to go; a transfer waits for
 * staff. With `use_balance` the balance pays first and the other method the rest. Run it in a transaction.
 */
export async function startPayment(
  db: Db,
  { companyId, orderId, body }: Wish,
  { site, now }: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<Answer<Payment>> {
  const found = await lockOrder(db, orderId, companyId);
  if (!found) return refuse('notFound', { message: '订单不存在' });
  if (!orderAbilities(found.status, found.pay_before, now).canPay) {
    return refuse('invalid', { message: found.paid_at === null ? '订单已失效，请重新下单' : '订单已付款' });
  }
  const balance = await lockWallet(db, companyId);
  const fromBalance = body.use_balance === 1 && body.method !== 'balance' ? balance : 0;
  const order = await payPartly(db, found, Math.min(fromBalance, found.payable_fen - found.paid_fen), now);
  const due = order.payable_fen - order.paid_fen;
  if (due === 0) return paid(order.id);

  const credit = await creditOf(db, companyId, now, { lock: body.method === 'credit' });
  const reason = whyNot(body.method, { due, balance, credit, hm: order.hm });
  if (reason !== null) return refuseField('method', reason);
  if (isGateway(body.method)) return toGateway(db, order, body.method, due, now);
  if (body.method === 'transfer')
    return awaitTransfer(db, order, now + site.trade.transferDays * 86_400, now);
  if (body.method === 'credit') {
    await chargeCredit(db, {
      companyId,
      orderId: order.id,
      amount: due,
      dueAt: now + credit.termDays * 86_400,
    });
    await receive(db, order, { method: 'credit', from: { shop: 'credit' }, amount: due, at: now });
    return paid(order.id);
  }
  await receive(db, order, { method: 'balance', from: { wallet: companyId }, amount: due, at: now });
  return paid(order.id);
}

function paid(orderId: number): Answer<Payment> {
  return ok({ state: 'paid', order_id: orderId, redirect: null }, '付款成功');
}

/** Takes a part from the balance; answers the order as it then stands. */
async function payPartly(db: Db, order: LockedOrder, amount: number, now: number): Promise<LockedOrder> {
  if (amount === 0 || order.hm) return order;
  await receive(db, order, {
    method: 'balance',
    from: { wallet: order.company_id },
    amount,
    at: now,
  });
  return {
    ...order,
    paid_fen: order.paid_fen + amount,
    pay_methods: [...new Set([...order.pay_methods, 'balance'])],
  };
}

/** Opens the gateway's cashier; one that waits for the same amount already is opened again. */
async function toGateway(
  db: Db,
  order: LockedOrder,
  name: GatewayName,
  due: number,
  now: number,
): Promise<Answer<Payment>> {
  const gateway = await openGateway(db, name);
  if (!gateway) return refuseField('method', '不支持的付款方式');
  const waiting = await db
    .selectFrom('payments')
    .where('order_id', '=', order.id)
    .where('gateway', '=', name)
    .where('amount_fen', '=', due)
    .where('state', '=', 'waiting')
    .select('no')
    .executeTakeFirst();
  const no = waiting?.no ?? (await openPayment(db, order, name, due, now));
  const { redirect } = await gateway.start({ no, orderNo: order.no, amount: due });
  return ok({ state: 'pending', order_id: order.id, redirect }, '请在收银台完成付款');
}

async function openPayment(db: Db, order: LockedOrder, gateway: GatewayName, amount: number, now: number) {
  const no = `P${formatDate(now).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`;
  await db
    .insertInto('payments')
    .values({
      no,
      order_id: order.id,
      company_id: order.company_id,
      gateway,
      amount_fen: amount,
      state: 'waiting',
      created_at: now,
    })
    .execute();
  return no;
}

async function awaitTransfer(
  db: Db,
  order: LockedOrder,
  until: number,
  now: number,
): Promise<Answer<Payment>> {
  if (order.status !== ORDER_STATE.confirming) {
    await db
      .updateTable('orders')
      .set({ status: ORDER_STATE.confirming, pay_before: until })
      .where('id', '=', order.id)
      .execute();
    await addEvent(db, order.id, now, '选择对公转账，等待确认收款');
  }
  return ok({ state: 'pending', order_id: order.id, redirect: null }, '请完成转账，确认到账后为您发货');
}
