import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { giveVoucher } from '../vouchers/give.ts';
import { giveCoupon } from './centre.ts';

type Issued = Calls['ops-coupon.issue']['data'];

const MAX_MEMBERS = 500;

/** Gives a coupon to members by their user names; the answer has a result for each. */
export async function issueCoupon(
  db: Db,
  request: RequestContext,
  id: number,
  usernames: string,
): Promise<Answer<Issued>> {
  const coupon = await db
    .selectFrom('coupons')
    .where('id', '=', id)
    .select(['name', 'days', 'withdrawn'])
    .executeTakeFirst();
  if (!coupon) return refuse('notFound', { message: '这种优惠券已经不在了' });
  if (coupon.withdrawn) return refuse('invalid', { message: '这种优惠券已停用' });
  const { now } = request;
  const window = { startsAt: now, endsAt: now + coupon.days * DAY };
  const give = (companyId: number) => giveCoupon(db, { couponId: id, companyId, ...window });
  return issue(db, request, usernames, { subject: 'coupon', id, label: coupon.name, give });
}

/** Gives cash vouchers to members by their user names; the answer has a result for each. */
export async function issueVouchers(
  db: Db,
  request: RequestContext,
  { name, amount, days, usernames }: Calls['ops-voucher.issue']['body'],
): Promise<Answer<Issued>> {
  const { now } = request;
  const voucher = { name, amount: toFen(amount), startsAt: now, endsAt: now + days * DAY, now };
  const give = (companyId: number) => giveVoucher(db, { ...voucher, companyId });
  return issue(db, request, usernames, { subject: 'voucher', id: 0, label: `${name} ${amount} 元`, give });
}

interface Issue {
  subject: 'coupon' | 'voucher';
  id: number;
  label: string;
  give: (companyId: number) => Promise<number>;
}

async function issue(
  db: Db,
  request: RequestContext,
  usernames: string,
  { subject, id, label, give }: Issue,
): Promise<Answer<Issued>> {
  const names = [...new Set(usernames.split(/[\s,，;；]+/).filter((name) => name !== ''))];
  if (names.length === 0) return refuseField('usernames', '请填写会员账号');
  if (names.length > MAX_MEMBERS) return refuseField('usernames', `一次最多 ${MAX_MEMBERS} 个`);
  const members = await db
    .selectFrom('members')
    .where('username', 'in', names)
    .select(['username', 'company_id'])
    .execute();
  const companies = new Map(members.map((member) => [member.username, member.company_id]));
  const results: Issued['results'] = [];
  for (const username of names) {
    const companyId = companies.get(username);
    if (companyId !== undefined) await give(companyId);
    results.push({
      username,
      ok: companyId !== undefined,
      message: companyId === undefined ? '没有这个账号' : '已发放',
    });
  }
  const done = results.filter((result) => result.ok).length;
  const refused = results.length - done;
  const after = { receivers: done };
  await record(db, request, { action: 'issue', subject, id, label, after });
  return ok(
    { done, refused, results },
    refused === 0 ? `已发放 ${done} 张` : `已发放 ${done} 张，${refused} 个账号有误`,
  );
}
