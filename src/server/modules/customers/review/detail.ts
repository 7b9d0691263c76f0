import type { OpsCertificate, OpsRegistrationDetail } from '#generated/schemas.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { missingCertificates } from '../certificates/qualify.ts';
import { type CertificateRow, currentRows, describeRow } from '../certificates/read.ts';
import { APPROVALS } from '../registration/status.ts';
import { reviewKindOf } from './queue.ts';

/** Everything that staff need to review a company; null when there is no such company. */
export async function reviewOf(db: Db, id: number, now: number): Promise<OpsRegistrationDetail | null> {
  const company = await db
    .selectFrom('companies')
    .leftJoin('registrations', 'registrations.company_id', 'companies.id')
    .leftJoin('managers', 'managers.id', 'companies.manager_id')
    .leftJoin('companies as parent', 'parent.id', 'companies.parent_id')
    .selectAll('companies')
    .select(['registrations.is_store', 'registrations.member_id'])
    .select(['managers.name as manager', 'parent.name as parent'])
    .where('companies.id', '=', id)
    .executeTakeFirst();
  if (!company) return null;
  const rows = await currentRows(db, id);
  const pending = rows.filter(({ state }) => state === 'pending');
  const unjudged = pending.length;
  const { invoice } = company;
  return {
    id,
    name: company.name,
    type_text: COMPANY_TYPES[company.type] ?? '',
    what: reviewKindOf({ ...company, waiting: unjudged }),
    state: company.approval,
    state_text: APPROVALS[company.approval],
    reason: company.review_reason,
    ...(await registrarOf(db, id, company.member_id)),
    credit_code: company.credit_code,
    private_text: company.is_private ? '民营' : '公立',
    legal_person: company.legal_person,
    principal: company.principal,
    quality_head: company.quality_head,
    address: fullAddress(company.region, company.address),
    warehouse: fullAddress(company.warehouse_region, company.warehouse),
    buyer: company.buyer,
    receiver: `${company.receiver} ${company.receiver_phone}`.trim(),
    invoice: Object.values(invoice).filter(Boolean).join('，'),
    manager: company.manager ?? '',
    scopes: await scopesInWords(db, company.scopes),
    parent: company.parent ?? '',
    submitted_at:
      (company.approval === 'approved' ? pending[0] : undefined)?.submitted_at ?? company.submitted_at,
    certificates: await certificatesUnderReview(db, rows, now),
    lacking: missingCertificates(rows, { type: company.type, isPrivate: company.is_private }, now),
    undecided: company.approval === 'pending',
    unjudged,
  };
}

/** Joins region and address; some addresses contain the region already. */
const fullAddress = (region: string, address: string) =>
  (address.startsWith(region) ? address : `${region} ${address}`).trim();

async function registrarOf(db: Db, companyId: number, memberId: number | null) {
  const member = await db
    .selectFrom('members')
    .select(['username', 'phone'])
    .where((eb) => (memberId === null ? eb('company_id', '=', companyId) : eb('id', '=', memberId)))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { username: member?.username ?? '', phone: member?.phone ?? '' };
}

async function scopesInWords(db: Db, codes: readonly string[]): Promise<string> {
  if (codes.length === 0) return '';
  const rows = await db
    .selectFrom('scopes')
    .select('name')
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  return rows.map(({ name }) => name).join('、');
}

const ORDER = ['pending', 'rejected', 'approved'];

/** Pending ones first; each with the one in force that it would replace. */
async function certificatesUnderReview(
  db: Db,
  rows: readonly CertificateRow[],
  now: number,
): Promise<OpsCertificate[]> {
  const open = rows.filter(({ state }) => state !== 'approved');
  const replacing = new Map(rows.filter(({ state }) => state === 'approved').map((row) => [row.kind, row]));
  const shown = [
    ...open,
    ...[...replacing.values()].filter(({ kind }) => !open.some((row) => row.kind === kind)),
  ];
  const sorted = shown.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.id - b.id);
  return Promise.all(
    sorted.map(async (row) => {
      const earlier = row.state === 'approved' ? undefined : replacing.get(row.kind);
      return {
        certificate: await describeRow(db, row, now),
        earlier: earlier === undefined ? null : await describeRow(db, earlier, now),
      };
    }),
  );
}
