import { type RawBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, HOUR } from '#shop/domain/calendar.ts';
import { kindsOf } from '#shop/domain/claim.ts';
import { RECEIPT_STATE } from '#shop/domain/hm-receipt.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Backlog } from '../../../kernel/db/backlog.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { waitingReviews } from '../../customers/index.ts';
import { openIncidents } from '../../payments/index.ts';
import { unansweredChats } from '../../service/index.ts';

type ToDo = Calls['ops.summary']['data']['work'][number];

const PAGES = {
  orders: pageLink('ops_order_list'),
  returns: pageLink('ops_return'),
  afterSales: pageLink('ops_after_sales'),
  refunds: pageLink('ops_refund'),
  incidents: pageLink('ops_incident'),
  receipts: pageLink('ops_hmdd'),
  registrations: pageLink('ops_register_list'),
  invoices: pageLink('ops_invoice'),
  wanted: pageLink('ops_wanted'),
  feedback: pageLink('ops_feedback'),
  chats: pageLink('ops_chat_list'),
};

/** One kind of pending work. */
interface Kind {
  label: string;
  note: string;
  to: () => string;
  /** In hours: what has waited longer is late. */
  within: number;
  /** Selects a count and the moment since when the oldest has waited, or asks the module that owns it. */
  backlog: RawBuilder<Backlog> | ((db: Db) => Promise<Backlog>);
}

const orders = (status: number): RawBuilder<Backlog> =>
  sql`SELECT count(*), min(coalesce(paid_at, created_at)) AS since FROM orders WHERE status = ${sql.lit(status)}`;

const claims = (family: 'return' | 'after_sales'): RawBuilder<Backlog> =>
  sql`SELECT count(*), min(created_at) AS since FROM claims
    WHERE ended_at IS NULL AND kind IN (${sql.join(kindsOf(family))})`;

const KINDS: readonly Kind[] = [
  {
    label: '待核对转账',
    note: '已传凭证的订单',
    to: () => PAGES.orders({ slip: 1 }),
    within: 4,
    backlog: sql`SELECT count(DISTINCT order_id), min(created_at) AS since
      FROM transfer_orders JOIN transfers ON transfers.id = transfer_id WHERE state = 'waiting'`,
  },
  {
    label: '待审核订单',
    note: '',
    to: () => PAGES.orders({ status: ORDER_STATE.reviewing }),
    within: 4,
    backlog: sql`${orders(ORDER_STATE.reviewing)} AND kind = 'plain'`,
  },
  {
    label: '待发货',
    note: '',
    to: () => PAGES.orders({ status: ORDER_STATE.toShip }),
    within: 24,
    backlog: orders(ORDER_STATE.toShip),
  },
  {
    label: '部分发货',
    note: '还有商品没有发',
    to: () => PAGES.orders({ status: ORDER_STATE.partlyShipped }),
    within: 48,
    backlog: orders(ORDER_STATE.partlyShipped),
  },
  {
    label: '取消申请',
    note: '处理前不能发货',
    to: () => PAGES.orders({ asked: 1 }),
    within: 4,
    backlog: sql`SELECT count(*), min(created_at) AS since FROM cancel_requests WHERE state = 'waiting'`,
  },
  {
    label: '退货',
    note: '未结束',
    to: () => PAGES.returns({ status: 'open' }),
    within: 168,
    backlog: claims('return'),
  },
  {
    label: '售后',
    note: '未结束',
    to: () => PAGES.afterSales({ status: 'open' }),
    within: 168,
    backlog: claims('after_sales'),
  },
  {
    label: '对公退款',
    note: '待打款',
    to: () => PAGES.refunds({ state: 'waiting', route: 'bank' }),
    within: 48,
    backlog: sql`SELECT count(*), min(created_at) AS since FROM refunds
      WHERE state = 'waiting' AND route = 'bank'`,
  },
  {
    label: '付款异常',
    note: '对不上支付单',
    to: () => PAGES.incidents({ state: 'open' }),
    within: 4,
    backlog: openIncidents,
  },
  {
    label: '含麻回执',
    note: '待审核',
    to: () => PAGES.receipts({ status: RECEIPT_STATE.reviewing }),
    within: 72,
    backlog: sql`SELECT count(*), min(sent_at) AS since FROM hm_receipts
      WHERE status = ${RECEIPT_STATE.reviewing}`,
  },
  {
    label: '资质审核',
    note: '注册与证照更新',
    to: () => PAGES.registrations(),
    within: 24,
    backlog: waitingReviews,
  },
  {
    label: '待开发票',
    note: '',
    to: () => PAGES.invoices({ state: 'applied' }),
    within: 72,
    backlog: sql`SELECT count(*), min(created_at) AS since FROM invoices WHERE state = 'applied'`,
  },
  {
    label: '待红冲发票',
    note: '开票后有退款',
    to: () => PAGES.invoices({ over: 1 }),
    within: 72,
    // Waiting since the refund, of which the invoice keeps no moment: since it was issued at the latest.
    backlog: sql`SELECT count(*), min(coalesce(decided_at, created_at)) AS since FROM invoices WHERE over_fen > 0`,
  },
  {
    label: '求购',
    note: '待处理',
    to: () => PAGES.wanted({ state: 'open' }),
    within: 72,
    backlog: sql`SELECT count(*), min(created_at) AS since FROM wanted_goods WHERE state = 'open'`,
  },
  {
    label: '意见反馈',
    note: '待回复',
    to: () => PAGES.feedback({ state: 'open' }),
    within: 72,
    backlog: sql`SELECT count(*), min(created_at) AS since FROM feedbacks WHERE state = 'open'`,
  },
  { label: '聊天', note: '还没看的', to: () => PAGES.chats(), within: 1, backlog: unansweredChats },
];

/** Pending work, what is latest for its kind first; kinds without any come last. */
export async function listToDos(db: Db, now: number): Promise<ToDo[]> {
  const found = await Promise.all(
    KINDS.map(async (kind) => ({ ...kind, ...(await readBacklog(db, kind.backlog)) })),
  );
  const toDos = found.map(({ label, note, to, within, count, since }) => {
    const waited = since === null ? 0 : Math.max(0, now - since);
    const urgency = count === 0 ? -1 : waited / (within * HOUR);
    const tone: ToDo['tone'] = urgency > 1 ? 'late' : 'plain';
    const wait = since === null ? '' : `最久 ${spanText(waited)}`;
    return {
      urgency,
      toDo: { label, value: count, note: [note, wait].filter(Boolean).join(' · '), to: to(), tone },
    };
  });
  return toDos.toSorted((a, b) => b.urgency - a.urgency).map(({ toDo }) => toDo);
}

async function readBacklog(db: Db, backlog: Kind['backlog']): Promise<Backlog> {
  if (typeof backlog === 'function') return backlog(db);
  const { rows } = await backlog.execute(db);
  return rows[0] ?? { count: 0, since: null };
}

/** `3 天`, `5 小时`, `12 分钟`: in the largest unit that fits, rounded down. */
function spanText(seconds: number): string {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} 天`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} 小时`;
  return `${Math.floor(seconds / 60)} 分钟`;
}
