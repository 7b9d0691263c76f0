import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import type { OpsMember } from '#generated/schemas.ts';
import { daySpan } from '#shop/domain/calendar.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { QUALIFICATIONS, type Qualification, qualificationOf } from '../profile/qualification.ts';

type MemberFilter = Calls['ops-member.list']['query'] & { pageSize: number };
type Status = NonNullable<MemberFilter['status']>;

const STATUSES: Readonly<Record<Status, string>> = { ...QUALIFICATIONS, disabled: '已停用' };

/** Query of the members of companies, without staff, joined with what the list shows. */
export function members(db: Db) {
  return db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .leftJoin('companies as heads', 'heads.id', 'companies.parent_id')
    .leftJoin('managers', 'managers.id', 'companies.manager_id')
    .leftJoin('member_levels', 'member_levels.level', 'companies.level')
    .where('members.is_staff', '=', false);
}

type MemberQuery = ReturnType<typeof members>;

export function selectMemberColumns(query: MemberQuery) {
  return query
    .select(['members.id', 'members.username', 'members.name', 'members.phone', 'members.disabled_at'])
    .select(['members.created_at', 'companies.id as company_id', 'companies.name as company'])
    .select(['companies.type', 'companies.approval', 'companies.qualified_until', 'companies.level'])
    .select(['heads.name as head', 'managers.name as manager', 'member_levels.name as levelName'])
    .select((eb) =>
      eb
        .selectFrom('companies as stores')
        .whereRef('stores.parent_id', '=', 'companies.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('stores'),
    );
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMemberColumns>['execute']>>[number];

export function toOpsMember(row: MemberRow, now: number): OpsMember {
  const isDisabled = row.disabled_at !== null;
  return {
    id: row.id,
    username: row.username === row.phone ? maskPhone(row.username) : row.username,
    name: row.name,
    phone: maskPhone(row.phone ?? ''),
    company_id: row.company_id,
    company: row.company,
    type_text: COMPANY_TYPES[row.type] ?? '',
    state_text: QUALIFICATIONS[qualificationOf(row, now)],
    level_text: row.levelName ?? `V${row.level}`,
    manager: row.manager ?? '',
    head: row.head ?? '',
    stores: row.stores ?? 0,
    is_disabled: isDisabled ? 1 : 0,
    account_text: isDisabled ? '已停用' : '正常',
    created_at: row.created_at,
  };
}

/** A page of members, newest first, with the number of members in each state. */
export async function listMembers(
  db: Db,
  filter: MemberFilter,
  now: number,
): Promise<Calls['ops-member.list']['data']> {
  const filtered = applyFilter(members(db), filter);
  const perStatus = await filtered
    .groupBy(sql`1`)
    .select(statusColumn(now).as('status'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute();
  const countOf = (status: Status) => perStatus.find((row) => row.status === status)?.count ?? 0;
  const all = perStatus.reduce((sum, { count }) => sum + count, 0);
  const { status } = filter;
  const found = status === undefined ? filtered : filtered.where(statusColumn(now), '=', status);
  const rows = await selectMemberColumns(found)
    .orderBy('members.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return {
    list: rows.map((row) => toOpsMember(row, now)),
    total: status === undefined ? all : countOf(status),
    page: filter.page,
    page_size: filter.pageSize,
    counts: [
      { value: '', label: '全部', count: all },
      ...(Object.entries(STATUSES) as [Status, string][]).map(([value, label]) => ({
        value,
        label,
        count: countOf(value),
      })),
    ],
  };
}

/** SQL: state of a member: disabled, else the qualification of its company. */
function statusColumn(now: number) {
  return sql<Qualification | 'disabled'>`CASE
    WHEN members.disabled_at IS NOT NULL THEN 'disabled'
    WHEN companies.approval = 'approved' AND companies.qualified_until <= ${now} THEN 'expired'
    ELSE companies.approval END`;
}

function applyFilter(
  query: MemberQuery,
  { keywords, type, level, manager_id, ...days }: MemberFilter,
): MemberQuery {
  let found = query;
  const { from, until } = daySpan(days);
  if (from !== null) found = found.where('members.created_at', '>=', from);
  if (until !== null) found = found.where('members.created_at', '<', until);
  if (type !== undefined) found = found.where('companies.type', '=', type);
  if (level !== undefined) found = found.where('companies.level', '=', level);
  if (manager_id !== undefined) found = found.where('companies.manager_id', '=', manager_id);
  const keyword = keywords?.trim().toLowerCase();
  return keyword ? found.where((eb) => matchesKeyword(eb, keyword)) : found;
}

type Scope = ExpressionBuilder<Database, 'members' | 'companies'>;

/** SQL condition: phone or credit code equal the keyword, or a name contains it. */
function matchesKeyword(eb: Scope, keyword: string) {
  const pattern = likePattern(keyword);
  return eb.or([
    eb('members.phone', '=', keyword),
    eb(eb.fn<string>('lower', ['companies.credit_code']), '=', keyword),
    eb(eb.fn<string>('lower', ['members.username']), 'like', pattern),
    eb(eb.fn<string>('lower', ['members.name']), 'like', pattern),
    sql<SqlBool>`lower(companies.name) LIKE ${pattern}`,
  ]);
}
