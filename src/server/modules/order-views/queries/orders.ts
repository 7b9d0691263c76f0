import { sql } from 'kysely';
import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import type { Order, OrderLine, OrderSummary } from '#generated/schemas.ts';
import { daySpan } from '#shop/domain/calendar.ts';
import { toYuan } from '#shop/domain/money.ts';
import {
  asOrderState,
  ORDER_STATE,
  ORDER_TABS,
  type OrderState,
  orderAbilities,
  orderStateText,
  orderStep,
  payableText,
} from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { claimAbilitiesOf, listClaims, mayClose } from '../../after-sales/index.ts';
import { receiptText } from '../../compliance/index.ts';
import { parcelsOf } from '../../fulfilment/index.ts';
import { billOfOrder } from '../../ledger/index.ts';
import { latestCancelRequest, linesOf, paymentUrl, withPendingCancelRequest } from '../../orders/index.ts';
import { jointOrders, latestTransfer, methodText } from '../../payments/index.ts';
import { invoiceChoiceText } from '../../service/index.ts';

/** Filter of the list. */
export interface OrderFilter {
  page: number;
  pageSize: number;
  status?: number | undefined;
  keywords?: string | undefined;
  /** Days, YYYY-MM-DD in the shop's zone, the last one included. */
  from?: string | undefined;
  until?: string | undefined;
}

/** A company's orders, newest first, with the number in each group of states. */
export async function listOrders(
  db: Db,
  companyId: number,
  filter: OrderFilter,
  now: number,
): Promise<Calls['order.list']['data']> {
  const found = searched(db, companyId, filter);
  const perState = await found
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .execute();
  const counts = ORDER_TABS.map(({ value, label, states }) => ({
    value,
    label,
    count: perState
      .filter((row) => states.length === 0 || states.includes(row.status))
      .reduce((sum, row) => sum + row.count, 0),
  }));
  const states = statesOf(filter.status);
  const total = perState
    .filter((row) => states === null || states.includes(row.status))
    .reduce((sum, row) => sum + row.count, 0);
  const rows = await found
    .$if(states !== null, (query) => query.where(sql<boolean>`orders.status = ANY(${states})`))
    .orderBy('orders.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .selectAll('orders')
    .select('warehouses.name as warehouse')
    .execute();
  const ids = rows.map((row) => row.id);
  const lines = await linesOf(db, ids);
  const cancelRequested = await withPendingCancelRequest(db, ids);
  return {
    list: rows.map((row) => summary(row, lines.get(row.id) ?? [], now, cancelRequested.has(row.id))),
    total,
    page: filter.page,
    page_size: filter.pageSize,
    counts,
  };
}

/** One order of the company, or `null`. */
export async function readOrder(
  db: Db,
  companyId: number,
  id: number,
  { site, now }: { site: SiteTerms; now: number },
): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .where('orders.company_id', '=', companyId)
    .where('orders.id', '=', id)
    .selectAll('orders')
    .select(['warehouses.name as warehouse', 'purchases.invoice'])
    .executeTakeFirst();
  if (!row) return null;
  const lines = await linesOf(db, [id]);
  const timeline = await db
    .selectFrom('order_events')
    .where('order_id', '=', id)
    .orderBy('id')
    .select(['at', 'text'])
    .execute();
  const parcels = await parcelsOf(db, id);
  const request = await latestCancelRequest(db, id);
  const cancelRequested = request?.state === 'waiting';
  const base = summary(row, lines.get(id) ?? [], now, cancelRequested);
  return {
    ...base,
    manjian_reduce: toYuan(row.manjian_fen),
    coupon_reduce: toYuan(row.coupon_fen),
    set_reduce: toYuan(row.set_fen),
    voucher_reduce: toYuan(row.voucher_fen),
    kind: row.kind,
    shipping_fee: toYuan(row.shipping_fen),
    paid: toYuan(row.paid_fen),
    pay_method_text: row.pay_methods.map(methodText).join(' + '),
    address: {
      id: row.address_id,
      name: row.address_name,
      phone: maskPhone(row.address_phone),
      region: row.address_region,
      detail: row.address_detail,
      is_default: 0,
    },
    remark: row.remark,
    timeline,
    refunded: toYuan(row.refunded_fen),
    withheld: toYuan(row.withheld_fen),
    joint_orders: await jointOrders(db, row, now),
    cancel_reason: row.cancel_reason,
    parcels,
    has_parcels: parcels.length > 0,
    claims: (await listClaims(db, { companyId, orderId: id, page: 1, pageSize: 50 })).list,
    transfer: await latestTransfer(db, id),
    ...(await claimAbilitiesOf(db, row, site.constants.trade.returnDays, now)),
    can_pay_online: base.can_pay && !row.hm,
    awaits_transfer: row.status === ORDER_STATE.confirming || (base.can_pay && row.hm),
    receipt_text: await receiptText(db, id),
    bill: await billOfOrder(db, id, now),
    invoice_text: invoiceChoiceText(row.invoice),
    can_ask_cancel: mayClose(row) && !cancelRequested,
    cancel_request: request,
    step: orderStep(row.status),
    can_hurry: row.status === ORDER_STATE.toShip || row.status === ORDER_STATE.partlyShipped,
  };
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof allColumns>['execute']>>[number];

function allColumns(db: Db) {
  return db.selectFrom('orders').selectAll();
}

function searched(db: Db, companyId: number, { keywords = '', ...days }: OrderFilter) {
  const pattern = likePattern(keywords.trim());
  const span = daySpan(days);
  return db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .$if(span.from !== null, (query) => query.where('created_at', '>=', span.from))
    .$if(span.until !== null, (query) => query.where('created_at', '<', span.until))
    .$if(pattern !== '%%', (query) =>
      query.where((eb) =>
        eb.or([
          eb('orders.no', 'like', pattern),
          eb.exists(
            eb
              .selectFrom('order_lines')
              .leftJoin('line_batches', 'line_batches.line_id', 'order_lines.id')
              .leftJoin('batches', 'batches.id', 'line_batches.batch_id')
              .whereRef('order_lines.order_id', '=', 'orders.id')
              .where((line) =>
                line.or([
                  line('order_lines.name', 'like', pattern),
                  line('order_lines.maker', 'like', pattern),
                  line('batches.batch_number', 'like', pattern),
                ]),
              )
              .select('order_lines.id'),
          ),
        ]),
      ),
    );
}

/** The states that a `status` of the list stands for; `null` for all. */
function statesOf(status: number | undefined): readonly OrderState[] | null {
  if (status === undefined) return null;
  const tab = ORDER_TABS.find(({ value }) => value === String(status));
  const state = asOrderState(status);
  return tab?.states ?? (state === null ? [] : [state]);
}

function summary(
  row: OrderRow & { warehouse: string },
  lines: OrderLine[],
  now: number,
  cancelRequested: boolean,
): OrderSummary {
  const abilities = orderAbilities(row.status, row.pay_before, now);
  return {
    id: row.id,
    no: row.no,
    status: row.status,
    status_text: orderStateText(row.status, row.kind),
    created_at: row.created_at,
    goods_amount: toYuan(row.goods_fen),
    payable: toYuan(row.payable_fen),
    payable_text: payableText(row.status),
    number: row.number,
    kinds: row.kinds,
    lines,
    can_pay: abilities.canPay,
    can_cancel: abilities.canCancel,
    can_confirm: abilities.canConfirm,
    pay_before: row.pay_before,
    hm: row.hm,
    due: toYuan(abilities.canPay ? row.payable_fen - row.paid_fen : 0),
    warehouse: row.warehouse,
    pay_url: paymentUrl([row.id], row.hm),
    asks_cancel: cancelRequested,
    can_rebuy: !abilities.canPay,
  };
}
