import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Certificate, Registration } from '#generated/schemas.ts';
import { certificatesFor } from '#shop/domain/certificates.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { listCertificates } from '../certificates/read.ts';
import { type CurrentRegistration, currentRegistration } from './current-registration.ts';
import { readDraft } from './drafts.ts';

/** domain §1 */
export const APPROVALS = {
  none: '未提交',
  pending: '待审核',
  approved: '已通过',
  rejected: '未通过',
} as const;

const TYPES = Object.entries(COMPANY_TYPES).map(([value, label]) => ({ value, label }));

/** What each kind of company has to send; of the private ones, which send more. */
const PAPERS = Object.entries(COMPANY_TYPES).map(([value, type]) => ({
  type,
  needed: certificatesFor({ type: Number(value), isPrivate: true })
    .flatMap(({ kind, needed }) => (needed ? [kind.label] : []))
    .join('、'),
}));

const NOBODY: Registration = {
  step: 1,
  state: 'visitor',
  state_text: '',
  reason: '',
  username: '',
  phone: '',
  company: '',
  form: {},
  draft: null,
  certificates: [],
  submitted_at: null,
  stores: [],
  types: TYPES,
  papers: PAPERS,
};

/** Step and data of a registration, with its drafts, so that it can be continued on any device (domain §1). */
export async function registrationOf(
  db: Db,
  member: Member | null,
  { store, now }: { store: boolean; now: number },
): Promise<Registration> {
  if (!member) return NOBODY;
  const current = await currentRegistration(db, member, store);
  const account = await db
    .selectFrom('members')
    .select(['username', 'phone'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const company = current && (await companyOf(db, current.companyId));
  const typed = await readDraft(db, member.id, { store, step: 2 });
  const attached = await readDraft(db, member.id, { store, step: 3 });
  const state = current?.approval ?? 'none';
  return {
    ...NOBODY,
    step: stepOf(current, company?.credit_code ?? ''),
    state,
    state_text: APPROVALS[state],
    reason: company?.review_reason ?? '',
    username: account.username === account.phone ? maskPhone(account.username) : account.username,
    phone: maskPhone(account.phone ?? ''),
    company: company?.credit_code ? company.name : '',
    form: { ...(company?.credit_code ? formOf(company) : {}), ...typed },
    draft: attached,
    certificates: current ? await certificatesOf(db, current, now) : [],
    submitted_at: company?.submitted_at ?? null,
    stores: store ? await storesOf(db, member.id) : [],
  };
}

/** 2: form of the company; 3: its certificates, or the state of their review. */
function stepOf(current: CurrentRegistration | null, creditCode: string): number {
  return current && (creditCode !== '' || current.approval === 'approved') ? 3 : 2;
}

function certificatesOf(db: Db, { companyId }: CurrentRegistration, now: number): Promise<Certificate[]> {
  return listCertificates(db, companyId, now);
}

function companyOf(db: Db, id: number) {
  return db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The stored company as the form of step 2 holds it. */
function formOf({ invoice, ...company }: Awaited<ReturnType<typeof companyOf>>): Record<string, unknown> {
  return {
    ...invoice,
    type: String(company.type),
    is_private: company.is_private ? '1' : '0',
    name: company.name,
    credit_code: company.credit_code,
    legal_person: company.legal_person,
    principal: company.principal,
    quality_head: company.quality_head,
    region: company.region,
    address: company.address,
    warehouse_region: company.warehouse_region,
    warehouse: company.warehouse,
    buyer: company.buyer,
    receiver: company.receiver,
    receiver_phone: company.receiver_phone,
  };
}

/** The further stores that a member has registered, the newest first. */
async function storesOf(db: Db, memberId: number): Promise<Registration['stores']> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('companies', 'companies.id', 'registrations.company_id')
    .select(['companies.id', 'companies.name', 'companies.type', 'companies.approval'])
    .select(['companies.submitted_at', 'companies.review_reason'])
    .where('registrations.member_id', '=', memberId)
    .where('registrations.is_store', '=', true)
    .orderBy('registrations.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ id, name, type, approval, submitted_at, review_reason }) => ({
    id,
    name,
    type_text: COMPANY_TYPES[type] ?? '',
    state_text: APPROVALS[approval],
    reason: review_reason,
    submitted_at,
  }));
}
