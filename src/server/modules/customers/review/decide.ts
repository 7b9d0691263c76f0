import { certificateLabel } from '#shop/domain/certificates.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { notifyAccountChanged } from '../certificates/notify-account-changed.ts';
import { missingCertificates, requalify } from '../certificates/qualify.ts';
import { companyKindOf, currentRows, STATES } from '../certificates/read.ts';
import { APPROVALS } from '../registration/status.ts';

const certificatesPage = pageLink('jcxx_zzzj');
const homePage = pageLink('index');
const registrationPage = pageLink('register_step3');
const storeRegistrationPage = pageLink('register_dd_step3');

/** Decision of a member of staff; `reason` is required for a rejection. */
export interface ReviewDecision {
  pass: number;
  reason: string;
}

type StaffContext = Pick<RequestContext, 'visitor' | 'address' | 'now'>;
const senderOf = ({ visitor, now }: StaffContext) => ({ author: memberOf(visitor).id, now });

type ReviewResult = Accepted<{ state: string }> | Refused;

/**
 * Passes or rejects one certificate. In a registration that is one step towards the whole decision; of a company that
 * is approved already it takes effect at once.
 */
export async function reviewCertificate(
  db: Db,
  staff: StaffContext,
  id: number,
  { pass, reason }: ReviewDecision,
): Promise<ReviewResult> {
  if (pass === 0 && reason.trim() === '') return refuseField('reason', '请写明原因，会员要据此更正');
  const row = await db
    .selectFrom('certificates')
    .innerJoin('companies', 'companies.id', 'certificates.company_id')
    .select(['certificates.kind', 'certificates.state', 'certificates.company_id', 'companies.name'])
    .select('companies.approval')
    .where('certificates.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse('notFound', { message: '这份证照已被会员更换，请刷新' });
  const { kind, company_id: companyId, approval } = row;
  const isApproved = approval === 'approved';
  // While the registration is undecided, staff may change the decision; afterwards only a new certificate replaces it.
  if (row.state !== 'pending' && (isApproved || approval !== 'pending')) {
    return refuse('reviewed', { message: '这份证照已经审核过' });
  }
  const state = pass === 1 ? 'approved' : 'rejected';
  if (pass === 1) await supersede(db, companyId, kind, id);
  await db
    .updateTable('certificates')
    .set({
      state,
      reason: pass === 1 ? '' : reason.trim(),
      reviewed_at: staff.now,
      reviewed_by: memberOf(staff.visitor).id,
    })
    .where('id', '=', id)
    .execute();
  await record(db, staff, {
    action: pass === 1 ? 'approve' : 'reject',
    subject: 'certificate',
    id,
    label: `${row.name} ${certificateLabel(kind)}`,
    before: { approval: STATES[row.state] },
    after: { approval: STATES[state], review_reason: reason.trim() },
  });
  if (isApproved) {
    await requalify(db, companyId, staff.now);
    await notifyAccountChanged(db, senderOf(staff), companyId, {
      title: pass === 1 ? `${certificateLabel(kind)}已更新` : `${certificateLabel(kind)}未通过审核`,
      body: pass === 1 ? '新的证照已通过审核，即时生效。' : `原因：${reason.trim()}。请更正后重新提交。`,
      url: certificatesPage(),
    });
  }
  await publishChange(db, ['ops-register.list'], { staff: true });
  return ok({ state }, pass === 1 ? '已通过' : '已驳回');
}

/** Supersedes the certificate in force; its row is kept as a record. */
async function supersede(db: Db, companyId: number, kind: string, by: number): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ state: 'replaced' })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('state', '=', 'approved')
    .where('id', '<>', by)
    .execute();
}

/** Approves a registration whose certificates are all approved, or rejects it with what must be corrected. */
export async function decideRegistration(
  db: Db,
  staff: StaffContext,
  id: number,
  { pass, reason }: ReviewDecision,
): Promise<ReviewResult> {
  const company = await db
    .selectFrom('companies')
    .select(['name', 'type', 'approval'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!company) return refuse('notFound', { message: '没有这家单位' });
  if (company.approval !== 'pending') return refuse('reviewed');
  const rows = await currentRows(db, id);
  const rejected = rows.filter(({ state }) => state === 'rejected');
  if (pass === 1) {
    const waiting = rows.find(({ state }) => state === 'pending');
    if (waiting) return refuse('reviewIncomplete', { message: `${certificateLabel(waiting.kind)}还没有审` });
    const missing = missingCertificates(rows, await companyKindOf(db, id), staff.now);
    if (missing.length > 0) {
      return refuse('reviewIncomplete', { message: `还缺：${missing.join('、')}，不能整体通过` });
    }
  } else if (reason.trim() === '' && rejected.length === 0) {
    return refuseField('reason', '请写明原因，或先驳回有问题的证照');
  }
  const approval = pass === 1 ? 'approved' : 'rejected';
  await db
    .updateTable('companies')
    .set({ approval, reviewed_at: staff.now, review_reason: pass === 1 ? '' : reason.trim() })
    .where('id', '=', id)
    .execute();
  await record(db, staff, {
    action: pass === 1 ? 'approve' : 'reject',
    subject: 'registration',
    id,
    label: company.name,
    before: { approval: APPROVALS[company.approval] },
    after: { approval: APPROVALS[approval], review_reason: reason.trim() },
  });
  if (pass === 1) await welcome(db, staff, id);
  else await sendBack(db, staff, id, reason.trim(), rejected);
  await publishChange(db, ['ops-register.list'], { staff: true });
  return ok({ state: approval }, pass === 1 ? '已通过，会员可以看价与下单' : '已退回会员更正');
}

async function welcome(db: Db, staff: StaffContext, id: number): Promise<void> {
  await requalify(db, id, staff.now);
  await createDefaultAddress(db, id, staff.now);
  await notifyAccountChanged(db, senderOf(staff), id, {
    title: '资质审核已通过',
    body: '现在可以查看价格与库存，并下单采购。首次下单前请在线签署电子合同。',
    url: homePage(),
  });
}

async function sendBack(
  db: Db,
  staff: StaffContext,
  id: number,
  reason: string,
  rejected: readonly { kind: string; reason: string }[],
): Promise<void> {
  const reasons = rejected.map((row) => `${certificateLabel(row.kind)}：${row.reason}`);
  const store = await db
    .selectFrom('registrations')
    .select('is_store')
    .where('company_id', '=', id)
    .executeTakeFirst();
  await notifyAccountChanged(db, senderOf(staff), id, {
    title: '资质审核未通过，请更正',
    body: [...(reason === '' ? [] : [reason]), ...reasons].join('；'),
    url: store?.is_store === true ? storeRegistrationPage() : registrationPage(),
  });
}

/** Creates the first delivery address from the registered warehouse. */
async function createDefaultAddress(db: Db, id: number, now: number): Promise<void> {
  const known = await db
    .selectFrom('addresses')
    .select('id')
    .where('company_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const company = await db
    .selectFrom('companies')
    .select(['receiver', 'receiver_phone', 'warehouse_region', 'warehouse'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (company.warehouse === '') return;
  await db
    .insertInto('addresses')
    .values({
      company_id: id,
      name: company.receiver,
      phone: company.receiver_phone,
      region: company.warehouse_region,
      detail: company.warehouse,
      is_default: true,
      // It was reviewed together with the licences.
      is_licensed: true,
      created_at: now,
    })
    .execute();
}
