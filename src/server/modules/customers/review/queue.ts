import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Backlog } from '../../../kernel/db/backlog.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { APPROVALS } from '../registration/status.ts';

type Queue = Calls['ops-register.list']['data'];
type ReviewState = Calls['ops-register.list']['query']['state'];

const TABS: Readonly<Record<ReviewState, string>> = {
  waiting: '待审核',
  approved: '已通过',
  rejected: '已退回',
};

/** Query of companies with the number of their pending certificates. */
function companies(db: Db) {
  return db
    .selectFrom('companies')
    .leftJoin('registrations', 'registrations.company_id', 'companies.id')
    .select((eb) => [
      'companies.id',
      'companies.name',
      'companies.type',
      'companies.credit_code',
      'companies.approval',
      'companies.reviewed_at',
      'registrations.is_store',
      eb
        .selectFrom('members')
        .select('members.phone')
        .where((own) =>
          own.or([
            own('members.id', '=', own.ref('registrations.member_id')),
            own('members.company_id', '=', own.ref('companies.id')),
          ]),
        )
        .orderBy('members.id')
        .limit(1)
        .as('phone'),
      eb
        .selectFrom('certificates')
        .select((count) => count.fn.countAll<number>().as('total'))
        .whereRef('certificates.company_id', '=', 'companies.id')
        .where('certificates.state', '=', 'pending')
        .as('waiting'),
      // An approved company has been waiting since it submitted a renewed certificate, not since its registration.
      eb
        .case()
        .when('companies.approval', '=', 'approved')
        .then(
          eb
            .selectFrom('certificates')
            .select((least) => least.fn.min('certificates.submitted_at').as('first'))
            .whereRef('certificates.company_id', '=', 'companies.id')
            .where('certificates.state', '=', 'pending'),
        )
        .else(eb.ref('companies.submitted_at'))
        .end()
        .as('waiting_since'),
    ]);
}

type CompanyQuery = ReturnType<typeof companies>;

/** Waiting are pending registrations, and approved companies with pending certificates. */
function inState(query: CompanyQuery, state: ReviewState): CompanyQuery {
  if (state === 'rejected') return query.where('companies.approval', '=', 'rejected');
  if (state === 'approved') {
    return query.where('companies.approval', '=', 'approved').where('companies.reviewed_at', 'is not', null);
  }
  // United, since an OR would look at every company.
  return query.where('companies.id', 'in', (eb) =>
    eb
      .selectFrom('companies as registering')
      .where('registering.approval', '=', sql.lit('pending'))
      .select('registering.id')
      .union(
        eb
          .selectFrom('certificates')
          .innerJoin('companies as renewing', 'renewing.id', 'certificates.company_id')
          .where('certificates.state', '=', sql.lit('pending'))
          .where('renewing.approval', '=', 'approved')
          .select('renewing.id'),
      ),
  );
}

const withKeywords = (query: CompanyQuery, keywords: string): CompanyQuery =>
  keywords === ''
    ? query
    : query.where((eb) =>
        eb.or([
          eb('companies.name', 'like', likePattern(keywords)),
          eb('companies.credit_code', '=', keywords.toUpperCase()),
        ]),
      );

/** Companies that wait for a review of their registration or of a certificate. */
export function waitingReviews(db: Db): Promise<Backlog> {
  return db
    .selectFrom(inState(companies(db), 'waiting').as('waiting'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('waiting_since').as('since')])
    .executeTakeFirstOrThrow();
}

export interface QueueQuery {
  page: number;
  pageSize: number;
  state: ReviewState;
  keywords: string;
}

/** A page of the review queue: waiting ones by waiting time, longest first; decided ones by decision, latest first. */
export async function listQueue(db: Db, { page, pageSize, state, keywords }: QueueQuery): Promise<Queue> {
  const query = withKeywords(inState(companies(db), state), keywords.trim());
  const waiting = state === 'waiting';
  const rows = await query
    .orderBy(waiting ? 'waiting_since' : 'companies.reviewed_at', waiting ? 'asc' : 'desc')
    .orderBy('companies.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counts = await Promise.all(
    (Object.keys(TABS) as ReviewState[]).map(async (value) => ({
      value,
      label: TABS[value],
      count: await countAtMost(db, inState(companies(db), value)),
    })),
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      type_text: COMPANY_TYPES[row.type] ?? '',
      credit_code: row.credit_code,
      phone: row.phone ?? '',
      what: reviewKindOf(row),
      waiting: row.waiting ?? 0,
      state: row.approval,
      state_text: APPROVALS[row.approval],
      at: waiting ? row.waiting_since : row.reviewed_at,
    })),
    total: await countAtMost(db, query),
    page,
    page_size: pageSize,
    counts,
  };
}

interface UnderReview {
  approval: string;
  is_store: boolean | null;
  /** Certificates that wait. */
  waiting: number | null;
}

/** Kind of a review: registration, further store, or renewed certificates. */
export function reviewKindOf({ approval, is_store, waiting }: UnderReview): string {
  if (approval === 'approved' && (waiting ?? 0) > 0) return '证照更新';
  return is_store === true ? '新门店' : '注册';
}
