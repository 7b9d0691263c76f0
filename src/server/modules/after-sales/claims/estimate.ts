import type { Calls } from '#generated/calls.ts';
import { asClaimKind, CLAIM_KIND } from '#shop/domain/claim.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE, type OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { billOfOrder } from '../../ledger/index.ts';
import { negativeRefundText, withheldRow } from '../refunds/texts.ts';
import { claimableOf, claimId } from './claimable.ts';
import { refuseLateClaim } from './create.ts';
import { nearExpiryRefusal, partsOf } from './parts.ts';
import { planReturn } from './plan.ts';

type Estimate = Calls['return.estimate']['data'];

/** The estimate while nothing is chosen. */
const NOTHING: Estimate = { parts: [], shipping: 0, total: 0, words: [], amounts: [], problem: '' };

/**
 * Estimates the refund of a return as it is filled in, by the same rules as the refund; nothing is stored. `problem`: a
 * message when it would be refused.
 */
export async function estimateReturn(
  db: Db,
  companyId: number,
  body: Calls['return.estimate']['body'],
  { site, now }: { site: SiteTerms; now: number },
): Promise<Answer<Estimate>> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', body.order_id)
    .where('company_id', '=', companyId)
    .select(['id', 'hm', 'status', 'done_at'])
    .executeTakeFirst();
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const kind = asClaimKind(body.kind ?? CLAIM_KIND.refundOnly, 'return') ?? CLAIM_KIND.refundOnly;
  const everything = kind === CLAIM_KIND.refusal;
  if (!everything && body.lines.length === 0) return ok(NOTHING);
  const refused = refuseLateClaim(order, kind, site.constants.trade.returnDays, now);
  if (refused) return ok(problemEstimate(refused));
  const parts = partsOf(await claimableOf(db, order.id), body.lines, everything);
  if ('refusal' in parts) return ok(problemEstimate(parts));
  const near = body.reason === undefined ? null : nearExpiryRefusal(parts, kind, body.reason);
  if (near) return ok(problemEstimate(near));
  const { own, refund, closes } = await planReturn(db, order, parts);
  if (refund < 0) return ok({ ...NOTHING, problem: negativeRefundText(refund) });
  const goods = parts.reduce((sum, { amount }) => sum + amount, 0);
  const shipping = closes ? own - goods : 0;
  const total = toYuan(refund);
  return ok({
    ...NOTHING,
    parts: parts.map(({ row, number, amount }) => ({ id: claimId(row), number, amount: toYuan(amount) })),
    shipping: toYuan(shipping),
    total,
    words: total > 0 ? await refundDestination(db, order, now) : [],
    amounts: [
      ...parts.map(({ row, number, amount }) => ({
        id: claimId(row),
        label: `${row.name} · 批号 ${row.batchNumber} · ${number} ${row.unit}`,
        amount: toYuan(amount),
        strong: false,
      })),
      ...(shipping > 0 ? [{ id: 'shipping', label: '运费', amount: toYuan(shipping), strong: false }] : []),
      ...withheldRow(own - refund),
      { id: 'total', label: '合计', amount: total, strong: true },
    ],
  });
}

const problemEstimate = (refused: Refused): Estimate => ({ ...NOTHING, problem: refused.message });

/** Texts about where the refund goes, and what is reclaimed with it (see `refundOrder`). */
async function refundDestination(
  db: Db,
  order: { id: number; hm: boolean; status: OrderState },
  now: number,
): Promise<string[]> {
  const bill = await billOfOrder(db, order.id, now);
  const rest = order.hm ? '退回付款的对公账户' : '退回账户余额';
  const way = bill && bill.left > 0 ? `先冲减未还的账期账单，其余${rest}` : rest;
  return order.status === ORDER_STATE.done ? [way, '这部分得到的积分与满返随退款收回'] : [way];
}
