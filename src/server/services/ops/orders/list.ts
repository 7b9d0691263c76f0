import { daySpan } from '#domain/calendar.ts';
import { toYuan } from '#domain/money.ts';
import { asOrderState, ORDER_TABS, type OrderState, orderStateText } from '#domain/order-state.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../db/schema.ts';
import { askedAmong } from '../../orders/cancel-state.ts';
import { methodText } from '../../payments/methods.ts';
import { likePattern } from '../../search-text.ts';

type Query = Calls['ops-order.list']['query'];

/** What staff have to do about an order in each state. */
const TODO: Partial<Record<OrderState, string>> = {
  15: '核对转账',
  20: '审核',
  30: '发货',
  35: '发出其余商品',
};

/** All orders, newest first, with the number in each group. Dates are of the shop's zone, the last one included. */
export async function listAllOrders(
  db: Db,
  { page, status, hm, asked, dated, keywords = '', ...days }: Query,
  pageSize: number,
): Promise<Calls['ops-order.list']['data']> {
  const pattern = likePattern(keywords.trim());
  const span = daySpan(days);
  const moment = dated === 'paid' ? 'orders.paid_at' : 'orders.created_at';
  const found = db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .$if(pattern !== '%%', (query) =>
      query.where((eb) => eb.or([eb('orders.no', 'like', pattern), eb('companies.name', 'like', pattern)])),
    )
    .$if(asked !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('cancel_requests')
            .whereRef('cancel_requests.order_id', '=', 'orders.id')
            .where('cancel_requests.state', '=', 'waiting')
            .select('cancel_requests.id'),
        ),
      ),
    )
    .$if(hm !== undefined, (query) => query.where('orders.hm', '=', hm === 1))
    .$if(span.from !== null, (query) => query.where(moment, '>=', span.from))
    .$if(span.until !== null, (query) => query.where(moment, '<', span.until));
  const perState = await found
    .groupBy('orders.status')
    .select((eb) => ['orders.status', eb.fn.countAll<number>().as('count')])
    .execute();
  const countOf = (states: readonly OrderState[]) =>
    perState
      .filter((row) => states.length === 0 || states.includes(row.status))
      .reduce((sum, { count }) => sum + count, 0);
  const tabs = [
    { value: '', label: '全部', states: [] },
    { value: '15', label: '待确认收款', states: [15] },
    { value: '20', label: '待审核', states: [20] },
    { value: '30', label: '待发货', states: [30] },
    { value: '35', label: '部分发货', states: [35] },
    ...ORDER_TABS.filter(({ value }) => value === '40' || value === '50' || value === '-10'),
  ] satisfies { value: string; label: string; states: readonly OrderState[] }[];
  const tab = tabs.find(({ value }) => value === String(status ?? ''));
  const state = status === undefined ? null : asOrderState(status);
  const states: readonly OrderState[] = tab?.states ?? (state === null ? [] : [state]);
  const rows = await found
    .$if(states.length > 0, (query) => query.where('orders.status', 'in', states))
    .orderBy('orders.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('orders')
    .select(['companies.name as company', 'warehouses.name as warehouse'])
    .execute();
  const asking = await askedAmong(
    db,
    rows.map(({ id }) => id),
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      no: row.no,
      company: row.company,
      status: row.status,
      status_text: orderStateText(row.status),
      created_at: row.created_at,
      payable: toYuan(row.payable_fen),
      paid: toYuan(row.paid_fen),
      refunded: toYuan(row.refunded_fen),
      number: row.number,
      kinds: row.kinds,
      warehouse: row.warehouse,
      hm: row.hm,
      pay_method_text: row.pay_methods.map(methodText).join(' + '),
      todo: asking.has(row.id) ? '处理取消申请' : (TODO[row.status] ?? ''),
    })),
    total: countOf(states),
    page,
    page_size: pageSize,
    counts: tabs.map(({ value, label, states: group }) => ({ value, label, count: countOf(group) })),
  };
}
