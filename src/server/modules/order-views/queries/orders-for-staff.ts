import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { daySpan } from '#shop/domain/calendar.ts';
import { toYuan } from '#shop/domain/money.ts';
import {
  asOrderState,
  ORDER_STATE,
  ORDER_TABS,
  type OrderState,
  orderStateText,
} from '#shop/domain/order-state.ts';
import { upToMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { withPendingCancelRequest } from '../../orders/index.ts';
import { methodText, withPendingTransfer } from '../../payments/index.ts';

type Query = Calls['ops-order.list']['query'];

/** Order state -> the pending task of staff. */
const PENDING_TASK: Partial<Record<OrderState, string>> = {
  [ORDER_STATE.reviewing]: '审核',
  [ORDER_STATE.toShip]: '发货',
  [ORDER_STATE.partlyShipped]: '发出其余商品',
};

function todoOf(
  { status, kind }: { status: OrderState; kind: 'plain' | 'group' },
  cancelRequested: boolean,
): string {
  if (cancelRequested) return '处理取消申请';
  return status === ORDER_STATE.reviewing && kind === 'group' ? '等待成团' : (PENDING_TASK[status] ?? '');
}

/** A tab: orders in some states, or in any (null), and of one kind where staff treat the kinds differently. */
interface Tab {
  states: readonly OrderState[] | null;
  kind?: 'plain' | 'group';
}

/** The tabs above the list; `value` is what its `status` takes. A seat in a team is paid, but not to be reviewed. */
const TABS: readonly (Tab & { value: string; label: string })[] = [
  { value: '', label: '全部', states: null },
  { value: '15', label: '待确认收款', states: [ORDER_STATE.confirming] },
  { value: '20', label: '待审核', states: [ORDER_STATE.reviewing], kind: 'plain' },
  { value: '21', label: '待成团', states: [ORDER_STATE.reviewing], kind: 'group' },
  { value: '30', label: '待发货', states: [ORDER_STATE.toShip] },
  { value: '35', label: '部分发货', states: [ORDER_STATE.partlyShipped] },
  ...ORDER_TABS.filter(({ value }) => value === '40' || value === '50' || value === '-10'),
];

/** Orders that the filter of the list lets through, in any state. */
function matching(db: Db, { hm, asked, slip, dated, keywords = '', ...days }: Query) {
  const pattern = likePattern(keywords.trim());
  const span = daySpan(days);
  const moment = dated === 'paid' ? 'orders.paid_at' : 'orders.created_at';
  return db
    .selectFrom('orders')
    .$if(pattern !== '%%', (query) =>
      query.where((eb) =>
        eb.or([
          eb('orders.no', 'like', pattern),
          eb(
            'orders.company_id',
            'in',
            eb.selectFrom('companies').where('companies.name', 'like', pattern).select('companies.id'),
          ),
        ]),
      ),
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
    .$if(slip !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('transfer_orders')
            .innerJoin('transfers', 'transfers.id', 'transfer_orders.transfer_id')
            .whereRef('transfer_orders.order_id', '=', 'orders.id')
            .where('transfers.state', '=', 'waiting')
            .select('transfers.id'),
        ),
      ),
    )
    .$if(hm !== undefined, (query) => query.where('orders.hm', '=', hm === 1))
    .$if(span.from !== null, (query) => query.where(moment, '>=', span.from))
    .$if(span.until !== null, (query) => query.where(moment, '<', span.until));
}

type Matching = ReturnType<typeof matching>;

const inTab = (found: Matching, { states, kind }: Tab): Matching =>
  found
    .$if(states !== null, (query) => query.where(sql<boolean>`orders.status = ANY(${states})`))
    .$if(kind !== undefined, (query) => query.where('orders.kind', '=', kind ?? 'plain'));

/** How many orders a tab has. */
type CountOf = (tab: Tab) => number;

async function countMatching(found: Matching): Promise<CountOf> {
  const perState = await found
    .groupBy(['orders.status', 'orders.kind'])
    .select((eb) => ['orders.status', 'orders.kind', eb.fn.countAll<number>().as('count')])
    .execute();
  return (tab) =>
    perState
      .filter((row) => tab.states === null || tab.states.includes(row.status))
      .filter((row) => tab.kind === undefined || tab.kind === row.kind)
      .reduce((sum, { count }) => sum + count, 0);
}

/** Of all orders there ever were: no tab counts beyond the bound. */
async function countAll(db: Db, tabs: ReadonlySet<Tab>): Promise<CountOf> {
  const all = [...tabs];
  const counts: Record<string, number> = await db
    .selectNoFrom(
      all.map((tab, index) =>
        upToMost(inTab(matching(db, { page: 1 }), tab).select('orders.id')).as(String(index)),
      ),
    )
    .executeTakeFirstOrThrow();
  return (tab) => counts[all.indexOf(tab)] ?? 0;
}

/**
 * All orders, newest first, with the number in each group; without a filter none is counted beyond `MOST_COUNTED`. Dates are
 * of the shop's zone, the last one included.
 */
export async function listAllOrders(
  db: Db,
  query: Query,
  pageSize: number,
): Promise<Calls['ops-order.list']['data']> {
  const { page, status, ...filter } = query;
  const state = status === undefined ? null : asOrderState(status);
  // A number that is no state has no orders.
  const chosen: Tab = TABS.find(({ value }) => value === String(status ?? '')) ?? {
    states: state === null ? [] : [state],
  };
  const found = matching(db, query);
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
  const countOf = isFiltered ? await countMatching(found) : await countAll(db, new Set([...TABS, chosen]));
  const rows = await inTab(found, chosen)
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .orderBy('orders.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('orders')
    .select(['companies.name as company', 'warehouses.name as warehouse'])
    .execute();
  const ids = rows.map(({ id }) => id);
  const cancelRequested = await withPendingCancelRequest(db, ids);
  const pendingTransfers = await withPendingTransfer(db, ids);
  return {
    list: rows.map((row) => ({
      id: row.id,
      no: row.no,
      company: row.company,
      status: row.status,
      status_text: orderStateText(row.status, row.kind),
      created_at: row.created_at,
      payable: toYuan(row.payable_fen),
      paid: toYuan(row.paid_fen),
      refunded: toYuan(row.refunded_fen),
      number: row.number,
      kinds: row.kinds,
      warehouse: row.warehouse,
      hm: row.hm,
      pay_method_text: row.pay_methods.map(methodText).join(' + '),
      todo: pendingTransfers.has(row.id) ? '核对转账' : todoOf(row, cancelRequested.has(row.id)),
    })),
    total: countOf(chosen),
    page,
    page_size: pageSize,
    counts: TABS.map((tab) => ({ value: tab.value, label: tab.label, count: countOf(tab) })),
  };
}
