import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import type { OpsMember } from '#generated/schemas.ts';
import { daySpan } from '#shop/domain/calendar.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost } from '../../../kernel/db/tally.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { QUALIFICATIONS, qualificationOf } from '../profile/qualification.ts';

type MemberFilter = Calls['ops-member.list']['query'] & { pageSize: number };
type Status = NonNullable<MemberFilter['status']>;

const STATUSES: Readonly<Record<Status, string>> = { ...QUALIFICATIONS, disabled: '已停用' };

/** Query of the members of companies, without staff. */
export function members(db: Db) {
  return db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.is_staff', '=', sql.lit(false));
}

type MemberQuery = ReturnType<typeof members>;

/** Joins them with what the list shows. */
export function selectMemberColumns(query: MemberQuery) {
  return query
    .leftJoin('companies as heads', 'heads.id', 'companies.parent_id')
    .leftJoin('managers', 'managers.id', 'companies.manager_id')
    .leftJoin('member_levels', 'member_levels.level', 'companies.level')
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

/** A page of members, newest first, with the number of members in each state, none counted beyond `MOST_COUNTED`. */
export async function listMembers(
  db: Db,
  filter: MemberFilter,
  now: number,
): Promise<Calls['ops-member.list']['data']> {
  const filtered = applyFilter(members(db), filter);
  const inStatus = (status: Status | undefined) =>
    status === undefined ? filtered : filtered.where((eb) => hasStatus(eb, status, now));
  const { status } = filter;
  const rows = await selectMemberColumns(inStatus(status))
    .orderBy('members.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  const { counts, totalOf } = await tallyAtMost<Status>(db, STATUSES, (one) =>
    inStatus(one).select('members.id'),
  );
  return {
    list: rows.map((row) => toOpsMember(row, now)),
    total: totalOf(status),
    page: filter.page,
    page_size: filter.pageSize,
    counts,
  };
}

/** SQL condition: the member is disabled, else its company has that qualification. */
function hasStatus(eb: Scope, status: Status, now: number) {
  if (status === 'disabled') return eb('members.disabled_at', 'is not', null);
  const approved = eb('companies.approval', '=', sql.lit('approved'));
  // Few are: a range of two ends says so to a plan that is made for any moment.
  const expired = sql<SqlBool>`companies.qualified_until BETWEEN 0 AND ${now}`;
  const enabled = eb('members.disabled_at', 'is', null);
  if (status === 'expired') return eb.and([enabled, approved, expired]);
  if (status === 'approved') return eb.and([enabled, approved, sql<SqlBool>`(${expired}) IS NOT TRUE`]);
  return eb.and([enabled, eb('companies.approval', '=', sql.lit(status))]);
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
