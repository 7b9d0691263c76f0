import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost } from '../../../kernel/db/tally.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';
import { addOrderEvent, notifyOrderChanged } from '../../orders/index.ts';

const orderPage = pageLink('order_wddd_info');

const STATES = { waiting: '待退', done: '已退' } as const;

type RefundState = keyof typeof STATES;

const ROUTES = { balance: '余额', credit: '冲减账单', source: '原路退回', bank: '对公账户' } as const;

/** Refunds, pending ones first, then the newest. */
export async function listRefunds(
  db: Db,
  { page, state, route, keywords = '' }: Calls['ops-refund.list']['query'],
  pageSize: number,
): Promise<Calls['ops-refund.list']['data']> {
  const pattern = likePattern(keywords.trim());
  const found = db
    .selectFrom('refunds')
    // Each has one: joined like this, they are not read where only refunds are counted.
    .leftJoin('companies', 'companies.id', 'refunds.company_id')
    .leftJoin('orders', 'orders.id', 'refunds.order_id')
    .$if(route !== undefined, (query) => query.where('refunds.route', '=', route ?? 'balance'))
    .$if(pattern !== '%%', (query) =>
      query.where((eb) =>
        eb.or([
          eb('refunds.no', 'like', pattern),
          eb('orders.no', 'like', pattern),
          eb('companies.name', 'like', pattern),
        ]),
      ),
    );
  const inState = (one?: RefundState) =>
    found.$if(one !== undefined, (query) => query.where('refunds.state', '=', one ?? 'done'));
  const { counts, totalOf } = await tallyAtMost<RefundState>(db, STATES, (one) =>
    inState(one).select('refunds.id'),
  );
  const rows = await inState(state)
    .orderBy((eb) => eb('refunds.state', '=', sql.lit('done')))
    .orderBy('refunds.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('refunds')
    .select(['companies.name as company', 'orders.no as order_no'])
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      no: row.no,
      company: row.company ?? '',
      order_id: row.order_id,
      order_no: row.order_no ?? '',
      route: row.route,
      route_text: ROUTES[row.route],
      amount: toYuan(row.amount_fen),
      state: row.state,
      state_text: STATES[row.state],
      reason: row.reason,
      reference: row.reference,
      tries: row.tries,
      created_at: row.created_at,
      done_at: row.done_at,
      can_pay: row.state === 'waiting' && row.route === 'bank',
      can_redirect: row.state === 'waiting' && row.route === 'source' && row.tries > 0,
    })),
    total: totalOf(state),
    page,
    page_size: pageSize,
    counts,
  };
}

/**
 * Completes a pending refund: staff transferred it to the company's account, with the bank's reference; or one that its
 * gateway keeps refusing goes to the balance. Run it in a transaction.
 */
export async function endRefund(
  db: Db,
  request: RequestContext,
  id: number,
  ending: { route: 'bank'; reference: string } | { route: 'balance' },
): Promise<Answer<{ state: string }>> {
  const refund = await db
    .selectFrom('refunds')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!refund) return refuse('notFound', { message: '退款不存在' });
  const awaited = ending.route === 'bank' ? 'bank' : 'source';
  if (refund.state !== 'waiting' || refund.route !== awaited) {
    return refuse('invalid', { message: '退款的状态已变化，请刷新' });
  }
  const { now } = request;
  const reference = ending.route === 'bank' ? ending.reference : '';
  await db
    .updateTable('refunds')
    .set({ state: 'done', route: ending.route, reference, done_at: now, next_at: null })
    .where('id', '=', id)
    .execute();
  const done = ending.route === 'bank' ? '已退回对公账户' : '已退回余额';
  await book(db, {
    from: { shop: 'refunding' },
    to: ending.route === 'bank' ? { shop: 'bank' } : { wallet: refund.company_id },
    amount: refund.amount_fen,
    useType: USE_TYPE.orderRefund,
    memo: `${refund.reason}，${done}`,
    at: now,
    once: `refund:${id}`,
    ...(refund.order_id === null ? {} : { orderId: refund.order_id }),
  });
  if (refund.order_id !== null) {
    await addOrderEvent(db, refund.order_id, now, `${refund.reason}，${done}${reference && ` ${reference}`}`);
    const url = orderPage({ id: refund.order_id });
    await notifyCompany(db, refund.company_id, { title: '退款已到账', body: done, url }, now);
    await notifyOrderChanged(db, refund.company_id);
  }
  await record(db, request, {
    action: 'pay',
    subject: 'refund',
    id,
    label: refund.no,
    after: { route: ROUTES[ending.route], reference },
  });
  return ok({ state: 'done' }, done);
}
