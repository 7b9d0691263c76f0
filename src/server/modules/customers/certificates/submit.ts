import type { Calls } from '#generated/calls.ts';
import { isDay } from '#shop/domain/calendar.ts';
import {
  type CompanyKind,
  certificateAge,
  certificateLabel,
  certificatesFor,
  isCertificateName,
} from '#shop/domain/certificates.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { CertificateRow } from './read.ts';

export type CertificateForm = Calls['register.certificates']['body']['certificates'][number];

/** Field (`certificates.0.number`) -> messages. */
type Problems = Record<string, string[]>;

/** Certificates that a member submits for a company. */
export interface CertificateSubmission {
  member: Member;
  companyId: number;
  company: CompanyKind;
  forms: readonly CertificateForm[];
  now: number;
}

const UPLOAD_ID = /^[\w-]{22}$/;

/** Validates certificates: a refusal with all errors at their fields, or null. */
export async function refuseCertificates(db: Db, submission: CertificateSubmission): Promise<Refused | null> {
  const own = await ownFiles(db, submission);
  const problems: Problems = {};
  const seen = new Set<string>();
  for (const [index, form] of submission.forms.entries()) {
    const found =
      problemOf(form, submission, own) ?? (seen.has(form.kind) ? (['kind', '重复'] as const) : null);
    seen.add(form.kind);
    if (found) {
      problems[`certificates.${index}.${found[0]}`] = [`${certificateLabel(form.kind)}：${found[1]}`];
    }
  }
  const first = Object.values(problems)[0]?.[0];
  return first === undefined ? null : refuse('invalid', { message: first, data: { errors: problems } });
}

type Problem = readonly [field: string, text: string];

function problemOf(
  { kind, issued, expires, long, files }: CertificateForm,
  { company, now }: CertificateSubmission,
  own: ReadonlySet<string>,
): Problem | null {
  if (!isCertificateName(kind) || !certificatesFor(company).some(({ name }) => name === kind)) {
    return ['kind', '贵单位的类型不需要这种证照'];
  }
  if (files.length === 0) return ['files', '请上传文件'];
  if (!files.every((id) => own.has(id))) return ['files', '文件不存在，请重新上传'];
  if (!isDay(issued)) return ['issued', '请填写发证日期'];
  if (issued > formatDate(now)) return ['issued', '发证日期还没有到'];
  if (long === 1) return null;
  if (!isDay(expires)) return ['expires', '请填写有效期，或勾选长期'];
  if (expires <= issued) return ['expires', '有效期应晚于发证日期'];
  return certificateAge(expires, now) === 'expired' ? ['expires', '已过期，请上传有效的证照'] : null;
}

/** Of the given files, those that this member or its companies uploaded as certificates. */
async function ownFiles(db: Db, { member, companyId, forms }: CertificateSubmission): Promise<Set<string>> {
  const ids = forms.flatMap(({ files }) => files).filter((id) => UPLOAD_ID.test(id));
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', 'certificate')
    .where((eb) =>
      eb.or([
        eb('member_id', '=', member.id),
        eb('company_id', '=', member.companyId),
        eb('company_id', '=', companyId),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Submits certificates for review; they replace pending and rejected ones of the same kinds. */
export async function submitForReview(
  db: Db,
  { companyId, forms, now }: CertificateSubmission,
): Promise<void> {
  const kinds = forms.map(({ kind }) => kind);
  if (kinds.length === 0) return;
  await db
    .deleteFrom('certificates')
    .where('company_id', '=', companyId)
    .where('kind', 'in', kinds)
    .where('state', 'in', ['pending', 'rejected'])
    .execute();
  await db
    .insertInto('certificates')
    .values(
      forms.map(({ kind, number, issuer, issued, expires, long, files }) => ({
        company_id: companyId,
        kind,
        number: number.trim(),
        issuer: issuer.trim(),
        issued,
        expires: long === 1 ? null : expires,
        files: [...files],
        state: 'pending' as const,
        submitted_at: now,
      })),
    )
    .execute();
  // The files belong to the company: whoever may see the company may see them.
  await db
    .updateTable('uploads')
    .set({ company_id: companyId })
    .where(
      'id',
      'in',
      forms.flatMap(({ files }) => [...files]),
    )
    .execute();
}

/** Whether a certificate equals the pending one or the one in force: then there is nothing to review. */
export function isUnchanged(form: CertificateForm, rows: readonly CertificateRow[]): boolean {
  return rows.some(
    (row) =>
      row.kind === form.kind &&
      row.state !== 'rejected' &&
      row.number === form.number.trim() &&
      row.issuer === form.issuer.trim() &&
      row.issued === form.issued &&
      row.expires === (form.long === 1 ? null : form.expires) &&
      row.files.join() === form.files.join(),
  );
}
