import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { ControlledRequest } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tally } from '../../../kernel/db/tally.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { type Answer, made, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { ControlledRequestsTable } from '../tables.ts';
import { holdsRight } from './holds-right.ts';

type State = ControlledRequest['state'];

export const REQUEST_TEXTS: Readonly<Record<State, string>> = {
  pending: '待审核',
  approved: '已通过',
  rejected: '已驳回',
  expired: '已到期',
};

/** SQL: the state of a request at `now`. An approved one expires by time alone; no row is written for that. */
export function requestState(now: number): RawBuilder<State> {
  return sql<State>`CASE WHEN controlled_requests.state = 'approved' AND controlled_requests.until <= ${now}
    THEN 'expired' ELSE controlled_requests.state END`;
}

/** Creates a request for a controlled good; refused while one is pending or the company has the right already. */
export async function applyFor(
  db: Db,
  member: Member,
  input: Calls['kxzq.apply']['body'],
  now: number,
): Promise<Answer<{ id: number }>> {
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'controlled', 'scope', holdsRight(member.companyId, now).as('has_rights')])
    .where('id', '=', input.goods_id)
    .where('on_sale', '=', true)
    .executeTakeFirst();
  if (!goods) return refuse('notFound', { message: '商品不存在或已下架' });
  if (!goods.controlled) return refuseField('goods_id', '这个商品不是控销商品，可以直接购买');
  if (!member.scopes.includes(goods.scope)) return refuseField('goods_id', '超出您的经营范围，不能申请');
  if (goods.has_rights) return refuseField('goods_id', '您已有采购权限，可以直接购买');
  const row = await db
    .insertInto('controlled_requests')
    .values({
      goods_id: goods.id,
      company_id: member.companyId,
      member_id: member.id,
      number: input.number,
      reason: input.reason,
      state: 'pending',
      created_at: now,
    })
    .onConflict((conflict) =>
      // A literal: a plan for any value finds no index that is for one.
      conflict.columns(['company_id', 'goods_id']).where('state', '=', sql.lit('pending')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return refuseField('goods_id', '已有一份申请在审核中');
  await publishChange(db, ['ops-kxzq.requests'], { staff: true });
  return made({ id: row.id }, '申请已提交，审核结果会发到我的消息');
}

export interface RequestQuery {
  status?: State | undefined;
  page: number;
  pageSize: number;
}

/** A request with its good, as the queries of buyers and staff select it. */
interface RequestRow extends Selectable<ControlledRequestsTable> {
  name: string;
  spec: string;
  unit: string;
  maker: string;
  /** Its state at the time of the query. */
  status: State;
}

/** A request as the API returns it to buyers and staff. */
export function requestOf(row: RequestRow): ControlledRequest {
  return {
    id: row.id,
    goods_id: row.goods_id,
    goods_name: row.name,
    goods_text: `${row.spec} · ${row.maker}`,
    image: `/img/goods/${row.goods_id}.svg`,
    number: row.number,
    unit: row.unit,
    reason: row.reason,
    state: row.status,
    state_text: REQUEST_TEXTS[row.status],
    answer: row.answer,
    until: row.until,
    created_at: row.created_at,
    decided_at: row.decided_at,
  };
}

/** A company's own requests with how many there are in each state. */
export async function requestsOf(
  db: Db,
  companyId: number,
  now: number,
  { status, page, pageSize }: RequestQuery,
) {
  const state = requestState(now);
  const own = db.selectFrom('controlled_requests').where('company_id', '=', companyId);
  const counted = await own
    .select((eb) => [state.as('state'), eb.fn.countAll<number>().as('total')])
    .groupBy(sql`1`)
    .execute();
  const { counts, totalOf } = tally(counted, REQUEST_TEXTS);
  let query = own
    .innerJoin('goods', 'goods.id', 'controlled_requests.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .selectAll('controlled_requests')
    .select(['goods.name', 'goods.spec', 'goods.unit', 'makers.name as maker', state.as('status')]);
  if (status !== undefined) query = query.where(state, '=', status);
  const rows = await query
    .orderBy('controlled_requests.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map(requestOf);
  return { list, total: totalOf(status), page, page_size: pageSize, counts };
}
