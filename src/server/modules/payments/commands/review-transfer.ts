import { formatFen } from '#shop/domain/format.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';
import { addOrderEvent, amountDue, lockOrder, notifyOrderChanged } from '../../orders/index.ts';
import { receivePayment } from './settle.ts';

const orderPage = pageLink('order_wddd_info');

/** Decision of staff about a transfer. `amount`: what arrived, in fen; absent: as the buyer stated. */
export interface TransferDecision {
  accepted: boolean;
  amount?: number;
  reason: string;
  now: number;
}

/**
 * Confirms a transfer, which pays its orders, with a surplus credited to the balance; or rejects it, after which the buyer
 * may upload another slip. Run it in a transaction.
 */
export async function reviewTransfer(
  db: Db,
  orderId: number,
  { accepted, amount, reason, now }: TransferDecision,
): Promise<Refused | null> {
  const transfer = await db
    .selectFrom('transfers')
    .innerJoin('transfer_orders', 'transfer_orders.transfer_id', 'transfers.id')
    .where('transfer_orders.order_id', '=', orderId)
    .where('transfers.state', '=', 'waiting')
    .selectAll('transfers')
    .executeTakeFirst();
  if (!transfer) return refuse('invalid', { message: '没有等待确认的转账' });
  const orders = await lockAll(db, transfer.id);
  const { state } = await db
    .selectFrom('transfers')
    .where('id', '=', transfer.id)
    .select('state')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (state !== 'waiting') return refuse('invalid', { message: '这笔转账已经处理' });
  const set = (to: 'confirmed' | 'refused', why: string) =>
    db
      .updateTable('transfers')
      .set({ state: to, reason: why, decided_at: now })
      .where('id', '=', transfer.id)
      .execute();
  const url = orderPage({ id: orderId });
  if (!accepted) {
    if (reason === '') return refuseField('reason', '请写明驳回的原因');
    await set('refused', reason);
    for (const order of orders) await addOrderEvent(db, order.id, now, `转账凭证未通过：${reason}`);
    const text = { title: '转账凭证未通过', body: `${reason}。请重新上传凭证。`, url };
    await notifyCompany(db, transfer.company_id, text, now);
    await notifyOrderChanged(db, transfer.company_id);
    return null;
  }
  const arrived = amount ?? transfer.amount_fen;
  const open = orders.filter(({ status }) => status === ORDER_STATE.confirming);
  const due = open.reduce((sum, order) => sum + amountDue(order), 0);
  if (arrived < due) return refuseField('amount', `到账金额不足，应付 ${formatFen(due)}`);
  await set('confirmed', '');
  for (const order of open.filter((one) => amountDue(one) > 0)) {
    const from = { shop: 'bank' } as const;
    await receivePayment(db, order, { method: 'transfer', from, amount: amountDue(order), at: now });
  }
  const surplus = arrived - due;
  if (surplus > 0) {
    await book(db, {
      from: { shop: 'bank' },
      to: { wallet: transfer.company_id },
      amount: surplus,
      useType: USE_TYPE.topUp,
      memo: `转账 ${formatFen(arrived)} 多付部分转入余额`,
      at: now,
    });
  }
  const more = surplus > 0 ? `，多付的 ${formatFen(surplus)} 已转入余额` : '';
  const text = { title: '转账已到账', body: `${formatFen(arrived)} 已确认${more}。`, url };
  await notifyCompany(db, transfer.company_id, text, now);
  return null;
}

async function lockAll(db: Db, transferId: number) {
  const rows = await db
    .selectFrom('transfer_orders')
    .where('transfer_id', '=', transferId)
    .orderBy('order_id')
    .select('order_id')
    .execute();
  const orders = [];
  for (const { order_id } of rows) {
    const order = await lockOrder(db, order_id, null);
    if (order) orders.push(order);
  }
  return orders;
}
