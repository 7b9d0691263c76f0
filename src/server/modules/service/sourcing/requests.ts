import type { Calls } from '#generated/calls.ts';
import type { WantedGoods } from '#generated/schemas.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost } from '../../../kernel/db/tally.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, made, ok, refuse } from '../../../kernel/result/answer.ts';
import type { SourcingRequestState } from '../tables.ts';

const goodsPage = pageLink('list_info');

export const STATES: Record<SourcingRequestState, string> = {
  open: '待处理',
  seeking: '寻找中',
  found: '已找到',
  closed: '已关闭',
};

/** Open requests of one company at most. */
const MAX_OPEN = 200;

/** Creates a sourcing request (品种求购): a buyer asks the shop to source goods that it does not sell. */
export async function createSourcingRequest(
  db: Db,
  { id: memberId, companyId }: Member,
  { price, ...input }: Calls['user.buy']['body'],
  now: number,
): Promise<Answer<{ id: number }>> {
  const { open } = await db
    .selectFrom('wanted_goods')
    .where('company_id', '=', companyId)
    .where('state', 'in', ['open', 'seeking'])
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  if (open >= MAX_OPEN) return refuse('invalid', { message: `最多同时有 ${MAX_OPEN} 条求购在处理` });
  const row = await db
    .insertInto('wanted_goods')
    .values({
      ...input,
      company_id: companyId,
      member_id: memberId,
      price_fen: price === undefined ? null : toFen(price),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made(row, '已提交求购，有结果后以消息告诉您');
}

export interface SourcingRequestFilter {
  /** null: of every company, for staff. */
  companyId: number | null;
  page: number;
  pageSize: number;
  state?: SourcingRequestState | undefined;
}

/** A sourcing request, with its company and the good that was found for staff. */
export interface SourcingRequestRow {
  wanted: WantedGoods;
  company: string;
  goodsId: number | null;
}

/** A page of sourcing requests, newest first, with the number in each state. */
export async function listSourcingRequests(
  db: Db,
  { companyId, page, pageSize, state }: SourcingRequestFilter,
) {
  const own = requestsOf(db, companyId);
  const inState = (one?: SourcingRequestState) =>
    own.$if(one !== undefined, (query) => query.where('state', '=', one ?? 'open'));
  const { counts, totalOf } = await tallyAtMost<SourcingRequestState>(db, STATES, (one) =>
    inState(one).select('wanted_goods.id'),
  );
  const rows = await rowsOf(inState(state))
    .orderBy('wanted_goods.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: rows.map(describe), total: totalOf(state), counts };
}

/** A sourcing request of the company, or null. */
export async function readSourcingRequest(
  db: Db,
  companyId: number,
  id: number,
): Promise<SourcingRequestRow | null> {
  const row = await rowsOf(requestsOf(db, companyId)).where('wanted_goods.id', '=', id).executeTakeFirst();
  return row ? describe(row) : null;
}

/** Closes a sourcing request that the company no longer needs. */
export async function closeSourcingRequest(
  db: Db,
  companyId: number,
  id: number,
): Promise<Answer<{ id: number }>> {
  const { numUpdatedRows } = await db
    .updateTable('wanted_goods')
    .set({ state: 'closed' })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', ['open', 'seeking'])
    .executeTakeFirst();
  return numUpdatedRows === 0n ? refuse('notFound', { message: '这条求购已经结束' }) : ok({ id }, '已关闭');
}

const requestsOf = (db: Db, companyId: number | null) =>
  db.selectFrom('wanted_goods').where(ofAnyCompany('company_id', companyId));

const rowsOf = (query: ReturnType<typeof requestsOf>) =>
  query
    .innerJoin('companies', 'companies.id', 'wanted_goods.company_id')
    .selectAll('wanted_goods')
    .select('companies.name as company');

function describe(
  row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number],
): SourcingRequestRow {
  return {
    wanted: {
      id: row.id,
      name: row.name,
      maker: row.maker,
      spec: row.spec,
      number: row.number,
      price: row.price_fen === null ? null : toYuan(row.price_fen),
      note: row.note,
      state: row.state,
      state_text: STATES[row.state],
      reply: row.reply,
      goods_url: row.goods_id === null ? '' : goodsPage({ id: row.goods_id }),
      created_at: row.created_at,
      replied_at: row.replied_at,
      can_close: row.state === 'open' || row.state === 'seeking' ? 1 : 0,
    },
    company: row.company,
    goodsId: row.goods_id,
  };
}
