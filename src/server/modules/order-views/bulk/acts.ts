import type { Calls } from '#generated/calls.ts';
import { ORDER_STATE, orderStateText } from '#shop/domain/order-state.ts';
import { type Actor, record } from '../../../kernel/audit/audit.ts';
import type { RowAct, RowNames } from '../../../kernel/bulk/each.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { actOnOrderIn, closeUnpaid, reviewOrder, type StaffAction } from '../../after-sales/index.ts';
import { shipOrder } from '../../fulfilment/index.ts';
import type { LockedOrder } from '../../orders/index.ts';
import { parseTracking } from './tracking.ts';

type BulkInput = Calls['ops-order.bulk']['body'];

/** Who acts, when, and by which terms of the shop. */
export type OrderActor = Actor & { site: SiteTerms };

/** An act on many orders: what it is called, what was done, whether it can be taken back, and what it does with one. */
export interface OrderAct {
  title: string;
  doneText: string;
  canUndo: boolean;
  act: RowAct;
}

type OrderWork = (db: Db, order: LockedOrder) => Promise<Refused | null>;

/** The orders by id, as staff know them: number, company and state. */
export const orderNames: RowNames = async (db, ids) => {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .where(isAnyOf('orders.id', ids))
    .select(['orders.id', 'orders.no', 'orders.status', 'orders.kind', 'companies.name'])
    .execute();
  return new Map(
    rows.map(({ id, no, name, status, kind }) => [
      id,
      { label: `${no} ${name}`, before: orderStateText(status, kind) },
    ]),
  );
};

/** What staff do with each of these orders; refused where something is missing that the act needs. */
export function orderActOf(actor: OrderActor, input: BulkInput): OrderAct | Refused {
  if (input.act === 'approve') return approval(actor, input.reason?.trim() ?? '');
  if (input.act === 'ship') return shipping(actor, input);
  return closing(actor, input.reason?.trim() ?? '');
}

function approval(actor: OrderActor, reason: string): OrderAct {
  const work: OrderWork = (db, order) => reviewOrder(db, order, { accepted: true, reason, now: actor.now });
  const act = rowActOf(actor, { action: 'approve', after: { reason } }, work);
  return { title: '审核通过', doneText: '订单审核通过', canUndo: true, act };
}

function shipping(actor: OrderActor, { carrier = '', tracking = '' }: BulkInput): OrderAct | Refused {
  if (carrier.trim().length < 2) return refuseField('carrier', '请填写物流公司');
  const trackingOf = parseTracking(tracking);
  if ('refusal' in trackingOf) return trackingOf;
  const { now, site } = actor;
  const work: OrderWork = async (db, order) => {
    const trackingNo = trackingOf(order.no);
    if (trackingNo === undefined) return refuse('invalid', { message: '没有写它的运单号' });
    return shipOrder(db, order, {
      carrier,
      trackingNo,
      at: now,
      receiptDays: site.constants.trade.receiptDays,
    });
  };
  const act = rowActOf(actor, { action: 'ship', after: { carrier } }, work);
  return { title: '发出全部待发商品', doneText: '订单已发货', canUndo: false, act };
}

function closing(actor: OrderActor, reason: string): OrderAct | Refused {
  if (reason.length < 2) return refuseField('reason', '请写明原因，买家会看到');
  /** Joint orders end as one: those that ended with another of the same choice are done as well. */
  const endedWith = new Map<number, number>();
  const alone = rowActOf(actor, { action: 'close', after: { reason } }, async (db, order) => {
    const ended = await closeUnpaid(db, order, { reason, now: actor.now });
    if ('refusal' in ended) return ended;
    for (const { id, no, status } of ended.filter((one) => one.id !== order.id)) {
      endedWith.set(id, order.id);
      const before = { status: orderStateText(status) };
      const after = { reason, status: orderStateText(ORDER_STATE.cancelled) };
      await record(db, actor, { action: 'close', subject: 'order', id, label: no, before, after });
    }
    return null;
  });
  const act: RowAct = async (db, id) => {
    if (!endedWith.has(id)) return alone(db, id);
    const { label = '' } = (await orderNames(db, [id])).get(id) ?? {};
    return {
      label,
      before: orderStateText(ORDER_STATE.unpaid),
      after: orderStateText(ORDER_STATE.cancelled),
    };
  };
  return { title: '关闭未付款的订单', doneText: '未付款的订单已关闭', canUndo: false, act };
}

/** The act of a single call, for one row of many. */
function rowActOf(actor: OrderActor, action: StaffAction, work: OrderWork): RowAct {
  return async (db, id) => {
    const names = await orderNames(db, [id]);
    const done = await actOnOrderIn(db, actor, id, action, work);
    if ('refusal' in done) return done;
    const { order, status } = done;
    return {
      label: names.get(id)?.label ?? order.no,
      before: orderStateText(order.status, order.kind),
      after: orderStateText(status, order.kind),
    };
  };
}
