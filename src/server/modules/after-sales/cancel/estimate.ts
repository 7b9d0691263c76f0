import type { Calls } from '#generated/calls.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { isAllowedTransition, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type LockedOrder, openJointOrders } from '../../orders/index.ts';
import { planRefund } from '../refunds/plan.ts';
import { negativeRefundText, withheldRow } from '../refunds/texts.ts';
import { mayClose } from './review.ts';

type Estimate = Calls['order.cancelEstimate']['data'];

/**
 * Estimates the refund of cancelling an order now, and the orders cancelled with it; null when the company has no such
 * order. Nothing is stored: the refund announced with the cancel request is binding.
 */
export async function estimateCancel(db: Db, companyId: number, id: number): Promise<Estimate | null> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .selectAll()
    .executeTakeFirst();
  if (!order) return null;
  if (isAllowedTransition(order.status, ORDER_STATE.cancelled))
    return estimateUnpaid(order, await openJointOrders(db, order));
  const nothing = { id, total: 0, amounts: [], words: [], orders: [] };
  if (!mayClose(order)) return { ...nothing, problem: '订单的状态已变化，不能取消' };
  return estimatePaid(db, order);
}

function estimateUnpaid({ id }: LockedOrder, joint: readonly LockedOrder[]): Estimate {
  const paid = joint.reduce((sum, { paid_fen }) => sum + paid_fen, 0);
  const jointNotice = `这次下单的 ${joint.length} 个订单一起享受了优惠或包邮，一起取消`;
  return {
    id,
    total: toYuan(paid),
    amounts: paid > 0 ? [total(paid)] : [],
    words: [
      ...(joint.length > 1 ? [jointNotice] : []),
      paid > 0 ? `已付的 ${formatFen(paid)} 退回余额` : '还没有付款，不需要退款',
    ],
    problem: '',
    orders: joint.map(({ id: one, no, payable_fen }) => ({ id: one, no, payable: toYuan(payable_fen) })),
  };
}

async function estimatePaid(db: Db, order: LockedOrder): Promise<Estimate> {
  const removal = { orderId: order.id, units: [], closes: true, byShop: false };
  const { own, refund } = await planRefund(db, order.id, removal);
  const problem = refund < 0 ? negativeRefundText(refund) : '';
  return {
    id: order.id,
    total: toYuan(Math.max(0, refund)),
    amounts:
      problem === ''
        ? [
            { id: 'own', label: '这个订单已付', amount: toYuan(own), strong: false },
            ...withheldRow(own - refund),
            total(refund),
          ]
        : [],
    words: problem === '' ? ['同意后按原来的付款方式退回'] : [],
    problem,
    orders: [{ id: order.id, no: order.no, payable: toYuan(order.payable_fen) }],
  };
}

const total = (fen: number) => ({ id: 'total', label: '应退', amount: toYuan(fen), strong: true });
