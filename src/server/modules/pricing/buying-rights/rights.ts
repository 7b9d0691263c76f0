import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsControlledRight } from '#generated/schemas.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { formatDate } from '#shop/domain/format.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';

/** Holder of a right: one company, a type of company (domain §1), or a region. */
export type RightHolder = { company: number } | { type: number } | { region: string };

/** Grants a right, or changes the end of the one that the holder has. `until`: seconds; null is without end. */
export async function grantRight(
  db: Db,
  right: RightHolder & { goodsId: number; until: number | null },
  now: number,
): Promise<void> {
  const company = 'company' in right ? right.company : null;
  const type = 'type' in right ? right.type : null;
  const region = 'region' in right ? right.region : null;
  await sql`
    INSERT INTO controlled_rights (goods_id, company_id, company_type, region, until, created_at)
    VALUES (${right.goodsId}, ${company}, ${type}, ${region}, ${right.until}, ${now})
    ON CONFLICT (goods_id, coalesce(company_id, 0), coalesce(company_type, 0), coalesce(region, ''))
    DO UPDATE SET until = excluded.until`.execute(db);
}

/** Most goods that one request may grant: a longer list would not be checked by anybody. */
const MAX_CODES = 200;

/** Grants a holder the rights to controlled goods, given by their codes; all of them or none. */
export async function grantRights(
  db: Db,
  request: RequestContext,
  body: Calls['ops-kxzq.grant']['body'],
): Promise<Answer<{ total: number }>> {
  const codes = [
    ...new Set(
      body.codes
        .toUpperCase()
        .split(/[\s,，;；]+/)
        .filter((code) => code !== ''),
    ),
  ];
  if (codes.length === 0) return refuseField('codes', '请填写货号');
  if (codes.length > MAX_CODES) return refuseField('codes', `一次最多 ${MAX_CODES} 个货号`);
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'code', 'controlled'])
    .where('code', 'in', codes)
    .execute();
  const known = new Set(goods.map(({ code }) => code));
  const unknown = codes.filter((code) => !known.has(code));
  if (unknown.length > 0) return refuseField('codes', `没有这些货号：${unknown.slice(0, 5).join('、')}`);
  const open = goods.filter(({ controlled }) => !controlled).map(({ code }) => code);
  if (open.length > 0) return refuseField('codes', `不是控销商品：${open.slice(0, 5).join('、')}`);
  const until = body.until ?? null;
  if (until !== null && until <= request.now) return refuseField('until', '有效期要晚于现在');
  const holder = await readHolder(db, body);
  if ('ok' in holder) return holder;
  for (const { id } of goods.toSorted((one, other) => one.id - other.id)) {
    await grantRight(db, { ...holder.holder, goodsId: id, until }, request.now);
  }
  await record(db, request, {
    action: 'grant',
    subject: 'controlled_right',
    id: goods[0]?.id ?? 0,
    label: `${holder.name}：${codes.join('、')}`,
    after: { until },
  });
  return made({ total: goods.length }, `已开放 ${goods.length} 个商品`);
}

async function readHolder(db: Db, body: Calls['ops-kxzq.grant']['body']) {
  if (body.kind === 'type') {
    const name = COMPANY_TYPES[body.company_type ?? 0];
    if (body.company_type === undefined || name === undefined)
      return refuseField('company_type', '请选择企业类型');
    return { holder: { type: body.company_type }, name };
  }
  if (body.kind === 'region') {
    const region = body.region?.trim() ?? '';
    if (region.length < 2) return refuseField('region', '请填写地区，如 湖北省武汉市');
    return { holder: { region }, name: region };
  }
  const company = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where(sql`lower(members.username)`, '=', (body.username ?? '').trim().toLowerCase())
    .where('members.is_staff', '=', false)
    .select(['companies.id', 'companies.name'])
    .executeTakeFirst();
  if (!company) return refuseField('username', '没有这个会员');
  return { holder: { company: company.id }, name: company.name };
}

type StaffRightsQuery = Calls['ops-kxzq.rights']['query'] & { pageSize: number };

/** All rights, the newest first. */
export async function rightsForStaff(db: Db, now: number, { keywords, page, pageSize }: StaffRightsQuery) {
  let query = db
    .selectFrom('controlled_rights')
    .innerJoin('goods', 'goods.id', 'controlled_rights.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .leftJoin('companies', 'companies.id', 'controlled_rights.company_id');
  if (keywords !== undefined) {
    const pattern = likePattern(keywords);
    query = query.where((eb) =>
      eb.or([
        eb('goods.name', 'like', pattern),
        eb('goods.code', '=', keywords.toUpperCase()),
        eb('companies.name', 'like', pattern),
        eb('controlled_rights.region', 'like', pattern),
      ]),
    );
  }
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('controlled_rights')
    .select(['goods.code', 'goods.name', 'goods.spec', 'makers.name as maker', 'companies.name as company'])
    .orderBy('controlled_rights.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map(
    (row): OpsControlledRight => ({
      id: row.id,
      goods_id: row.goods_id,
      code: row.code,
      goods_name: row.name,
      goods_text: `${row.code} · ${row.spec} · ${row.maker}`,
      ...holderText(row),
      until: row.until,
      until_text: untilText(row.until, now),
      created_at: row.created_at,
    }),
  );
  const types = Object.entries(COMPANY_TYPES).map(([value, label]) => ({ value, label }));
  return { list, total, page, page_size: pageSize, types };
}

function holderText(row: { company: string | null; company_type: number | null; region: string | null }) {
  if (row.company !== null) return { kind_text: '企业', holder: row.company };
  if (row.company_type !== null)
    return { kind_text: '企业类型', holder: COMPANY_TYPES[row.company_type] ?? '' };
  return { kind_text: '地区', holder: row.region ?? '' };
}

function untilText(until: number | null, now: number): string {
  if (until === null) return '长期';
  return until <= now ? `${formatDate(until)} 已到期` : `至 ${formatDate(until)}`;
}

export async function revokeRight(
  db: Db,
  request: RequestContext,
  id: number,
): Promise<Answer<{ id: number }>> {
  const revoked = await db
    .deleteFrom('controlled_rights')
    .where('id', '=', id)
    .returning(['goods_id', 'company_id', 'company_type', 'region', 'until'])
    .executeTakeFirst();
  if (!revoked) return refuse('notFound', { message: '这项权限已经不在了' });
  const { name } = await db
    .selectFrom('goods')
    .select('name')
    .where('id', '=', revoked.goods_id)
    .executeTakeFirstOrThrow();
  await record(db, request, {
    action: 'revoke',
    subject: 'controlled_right',
    id,
    label: name,
    before: revoked,
  });
  return ok({ id }, '已收回');
}
