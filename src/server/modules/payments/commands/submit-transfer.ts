import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate, formatFen } from '#shop/domain/format.ts';
import { toFen } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { ownsUploads } from '../../../kernel/files/owns-uploads.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { addOrderEvent, amountDue, lockJointOrders, notifyOrderChanged } from '../../orders/index.ts';

/** Age of a transfer at most, in days. */
const MAX_AGE_DAYS = 30;

/**
 * Submits a bank transfer with its slip, for staff to confirm or reject. It replaces a pending one for the same orders. Run
 * it in a transaction.
 */
export async function submitTransfer(
  db: Db,
  companyId: number,
  orderIds: readonly number[],
  body: Calls['pay.transfer']['body'],
  now: number,
): Promise<Answer<{ state: string }>> {
  const orders = await lockJointOrders(db, orderIds, companyId);
  if (!orders || orders.length === 0) return refuse('notFound', { message: '订单不存在' });
  const other = orders.find(({ status }) => status !== ORDER_STATE.confirming);
  if (other) return refuse('invalid', { message: `订单 ${other.no} 没有在等待转账，请先选择对公转账` });
  if (body.paid_on > formatDate(now)) return refuseField('paid_on', '转账日期不能晚于今天');
  if (body.paid_on < formatDate(now - MAX_AGE_DAYS * DAY)) {
    return refuseField('paid_on', `转账日期不能早于 ${MAX_AGE_DAYS} 天前`);
  }
  const due = orders.reduce((sum, order) => sum + amountDue(order), 0);
  const amount = toFen(body.amount);
  if (amount < due) return refuseField('amount', `转账金额不足，应付 ${formatFen(due)}`);
  if (!(await ownsUploads(db, companyId, 'voucher', [body.upload_id]))) {
    return refuseField('upload_id', '请上传转账凭证');
  }
  await db
    .updateTable('transfers')
    .set({ state: 'withdrawn', decided_at: now })
    .where('state', '=', 'waiting')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('transfer_orders')
        .where(
          'order_id',
          'in',
          orders.map((order) => order.id),
        )
        .select('transfer_id'),
    )
    .execute();
  const { id } = await db
    .insertInto('transfers')
    .values({
      company_id: companyId,
      payer: body.payer,
      amount_fen: amount,
      paid_on: body.paid_on,
      reference: body.reference ?? '',
      upload_id: body.upload_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('transfer_orders')
    .values(orders.map((order) => ({ transfer_id: id, order_id: order.id })))
    .execute();
  for (const order of orders) await addOrderEvent(db, order.id, now, `已上传转账凭证 ${formatFen(amount)}`);
  await notifyOrderChanged(db, companyId);
  return ok({ state: 'waiting' }, '凭证已提交，财务确认到账后为您发货');
}
