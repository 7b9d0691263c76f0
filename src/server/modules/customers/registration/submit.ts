import type { Calls } from '#generated/calls.ts';
import { certificatesFor } from '#shop/domain/certificates.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { companyKindOf, currentRows } from '../certificates/read.ts';
import { isUnchanged, refuseCertificates, submitForReview } from '../certificates/submit.ts';
import { COMPANY_TAKEN, isClaimed } from './company.ts';
import { currentRegistration, isEditable } from './current-registration.ts';
import { deleteDraft } from './drafts.ts';

export type CertificatesForm = Calls['register.certificates']['body'];
type SubmitResult = Accepted<{ state: string; sent: number }> | Refused;

/**
 * Step 3: submits a registration with its certificates. For an approved company it submits single certificates for
 * review, while those in force remain valid (domain §1).
 */
export async function sendCertificates(
  db: Db,
  member: Member,
  form: CertificatesForm,
  now: number,
): Promise<SubmitResult> {
  const store = form.store === 1;
  const current = await currentRegistration(db, member, store);
  if (!current) return refuse('registrationIncomplete');
  // A member who acts for a store of the chain renews that store's certificates.
  if (!store && member.role !== 'member') return renew(db, member, form, now);
  if (current.approval === 'approved') return renew(db, member, form, now);
  if (!isEditable(current)) return refuse('registrationClosed');
  return submit(db, member, { form, companyId: current.companyId, store, now });
}

async function renew(db: Db, member: Member, form: CertificatesForm, now: number): Promise<SubmitResult> {
  const { companyId } = member;
  const company = await companyKindOf(db, companyId);
  const rows = await currentRows(db, companyId);
  const forms = form.certificates.filter((one) => !isUnchanged(one, rows));
  if (forms.length === 0) return refuseField('certificates', '没有改动，不需要提交');
  const submission = { member, companyId, company, forms, now };
  const refused = await refuseCertificates(db, submission);
  if (refused) return refused;
  await submitForReview(db, submission);
  await publishChange(db, ['ops-register.list'], { staff: true });
  return ok({ state: 'pending', sent: forms.length }, '已提交，审核期间原证照继续有效');
}

interface RegistrationSubmission {
  form: CertificatesForm;
  companyId: number;
  store: boolean;
  now: number;
}

async function submit(
  db: Db,
  member: Member,
  { form, companyId, store, now }: RegistrationSubmission,
): Promise<SubmitResult> {
  const described = await db
    .selectFrom('companies')
    .select(['credit_code', 'name'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (described.credit_code === '') return refuse('registrationIncomplete');
  if (await isClaimed(db, described.credit_code, companyId)) {
    return refuse('registrationTaken', { message: COMPANY_TAKEN });
  }
  const company = await companyKindOf(db, companyId);
  const rows = await currentRows(db, companyId);
  // Certificates that staff have approved already stay approved, unless others replace them.
  const forms = form.certificates.filter(
    (one) =>
      !(isUnchanged(one, rows) && rows.some(({ kind, state }) => kind === one.kind && state === 'approved')),
  );
  const submission = { member, companyId, company, forms, now };
  const refused = await refuseCertificates(db, submission);
  if (refused) return refused;
  const missing = certificatesFor(company).find(
    ({ name, needed }) =>
      needed &&
      !forms.some(({ kind }) => kind === name) &&
      !rows.some(({ kind, state }) => kind === name && state === 'approved'),
  );
  if (missing) return refuseField(`certificates.${missing.name}`, `请上传${missing.kind.label}`);
  await submitForReview(db, submission);
  await db
    .updateTable('companies')
    .set({ approval: 'pending', submitted_at: now, review_reason: '' })
    .where('id', '=', companyId)
    .execute();
  await deleteDraft(db, member.id, { store, step: 3 });
  await publishChange(db, ['ops-register.list'], { staff: true });
  return ok({ state: 'pending', sent: forms.length }, '资料已提交，通常一个工作日内审核完成');
}
