import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsControlledRequest } from '#generated/schemas.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { formatDate } from '#shop/domain/format.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tally } from '../../../kernel/db/tally.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { REQUEST_TEXTS, requestOf, requestState } from './requests.ts';
import { grantRight } from './rights.ts';

const goodsPage = pageLink('list_info');

type StaffRequestQuery = Calls['ops-kxzq.requests']['query'] & { pageSize: number };

function requestsWithKeywords(db: Db, keywords: string | undefined) {
  const query = db
    .selectFrom('controlled_requests')
    .innerJoin('goods', 'goods.id', 'controlled_requests.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .innerJoin('companies', 'companies.id', 'controlled_requests.company_id')
    .innerJoin('members', 'members.id', 'controlled_requests.member_id');
  if (keywords === undefined) return query;
  const pattern = likePattern(keywords);
  return query.where((eb) =>
    eb.or([
      eb('companies.name', 'like', pattern),
      eb('goods.name', 'like', pattern),
      eb('goods.code', '=', keywords),
    ]),
  );
}

/** The requests of all companies: pending ones first, the oldest of them at the top. */
export async function requestsForStaff(
  db: Db,
  now: number,
  { status, keywords, page, pageSize }: StaffRequestQuery,
) {
  const state = requestState(now);
  const counted = await requestsWithKeywords(db, keywords)
    .select((eb) => [state.as('state'), eb.fn.countAll<number>().as('total')])
    .groupBy(sql`1`)
    .execute();
  const { counts, totalOf } = tally(counted, REQUEST_TEXTS);
  let query = requestsWithKeywords(db, keywords)
    .selectAll('controlled_requests')
    .select([
      'goods.name',
      'goods.code',
      'goods.spec',
      'goods.unit',
      'makers.name as maker',
      'companies.name as company',
      'companies.type',
      'companies.address',
      'members.username',
      state.as('status'),
    ]);
  if (status !== undefined) query = query.where(state, '=', status);
  const rows = await query
    .orderBy(sql`controlled_requests.state = 'pending'`, 'desc')
    .orderBy(
      sql`CASE WHEN controlled_requests.state = 'pending' THEN controlled_requests.id ELSE -controlled_requests.id END`,
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map(
    (row): OpsControlledRequest => ({
      ...requestOf(row),
      code: row.code,
      goods_text: `${row.code} · ${row.spec} · ${row.maker}`,
      company: row.company,
      company_text: `${COMPANY_TYPES[row.type] ?? ''} · ${row.address}`,
      username: row.username,
    }),
  );
  return { list, total: totalOf(status), page, page_size: pageSize, counts };
}

/** Approves or rejects a pending request, and sends the member a message. */
export async function decideRequest(
  db: Db,
  request: RequestContext,
  id: number,
  body: Calls['ops-kxzq.decide']['body'],
): Promise<Answer<{ id: number }>> {
  const { now } = request;
  const pass = body.pass === 1;
  const until = pass ? (body.until ?? null) : null;
  if (until !== null && until <= now) return refuseField('until', '有效期要晚于现在');
  if (!pass && body.answer.trim() === '') return refuseField('answer', '驳回要写明原因');
  const decided = await db
    .updateTable('controlled_requests')
    .set({
      state: pass ? 'approved' : 'rejected',
      answer: body.answer,
      until,
      decided_at: now,
      decided_by: memberOf(request.visitor).id,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['goods_id', 'company_id', 'member_id'])
    .executeTakeFirst();
  if (!decided) return refuse('notFound', { message: '这份申请已经审核过了' });
  if (pass) await grantRight(db, { goodsId: decided.goods_id, company: decided.company_id, until }, now);
  const { name } = await db
    .selectFrom('goods')
    .select('name')
    .where('id', '=', decided.goods_id)
    .executeTakeFirstOrThrow();
  const result = pass ? `已通过${until === null ? '，长期有效' : `，有效至 ${formatDate(until)}`}` : '未通过';
  await sendMessage(
    db,
    { audience: 'one', id: decided.member_id },
    {
      kind: 'account',
      title: `${name}的控销采购申请${pass ? '已通过' : '未通过'}`,
      body: `您申请采购的${name}${result}。${body.answer}`,
      url: goodsPage({ id: decided.goods_id }),
    },
    { author: memberOf(request.visitor).id, now },
  );
  await record(db, request, {
    action: pass ? 'approve' : 'reject',
    subject: 'controlled_request',
    id,
    label: name,
    after: { answer: body.answer, until },
  });
  return ok({ id }, pass ? '已通过' : '已驳回');
}
