import type { Certificate, CertificateFile } from '#generated/schemas.ts';
import {
  CERTIFICATE_AGES,
  type CompanyKind,
  certificateAge,
  certificateLabel,
  certificateLeft,
  certificatesFor,
} from '#shop/domain/certificates.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** States of a certificate's review. */
export const STATES = {
  none: '未提交',
  pending: '待审核',
  approved: '已通过',
  rejected: '未通过',
  replaced: '已更换',
} as const;

/** Certificates that are in force or under review, without superseded ones. */
export function currentRows(db: Db, companyId: number) {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('state', '<>', 'replaced')
    .orderBy('id')
    .execute();
}

export type CertificateRow = Awaited<ReturnType<typeof currentRows>>[number];

/** A company as the rules of certificates see it. */
export async function companyKindOf(db: Db, companyId: number): Promise<CompanyKind> {
  const { type, is_private } = await db
    .selectFrom('companies')
    .select(['type', 'is_private'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { type, isPrivate: is_private };
}

/**
 * The certificates that a company needs or may send, in the order of the domain: of each the last submission with its
 * review, and how long the one in force still lasts.
 */
export async function listCertificates(db: Db, companyId: number, now: number): Promise<Certificate[]> {
  const rows = await currentRows(db, companyId);
  const files = await filesOf(
    db,
    rows.flatMap((row) => row.files),
  );
  return certificatesFor(await companyKindOf(db, companyId)).map(({ name, kind, needed }) => {
    const own = rows.filter((row) => row.kind === name);
    const inForce = own.find(({ state }) => state === 'approved');
    const shown = own.find(({ state }) => state !== 'approved') ?? inForce;
    return {
      kind: name,
      label: kind.label,
      hint: kind.hint,
      needed: needed ? 1 : 0,
      needed_text: needed ? '必需' : '选填',
      ...contentOf(shown, files),
      ...ageOf(inForce, now),
      ...textsOf(inForce, shown),
    };
  });
}

/** A submitted certificate, for its reviewer. */
export async function describeRow(db: Db, row: CertificateRow, now: number): Promise<Certificate> {
  const files = await filesOf(db, row.files);
  return {
    kind: row.kind,
    label: certificateLabel(row.kind),
    hint: '',
    needed: 0,
    needed_text: '',
    ...contentOf(row, files),
    ...ageOf(row, now),
    ...textsOf(row, row),
  };
}

function contentOf(row: CertificateRow | undefined, files: ReadonlyMap<string, CertificateFile>) {
  const state = row === undefined || row.state === 'replaced' ? 'none' : row.state;
  return {
    id: row?.id ?? null,
    number: row?.number ?? '',
    issuer: row?.issuer ?? '',
    issued: row?.issued ?? '',
    expires: row?.expires ?? '',
    long: row !== undefined && row.expires === null ? 1 : 0,
    files: (row?.files ?? []).flatMap((id) => files.get(id) ?? []),
    state,
    state_text: STATES[state],
    reason: row?.reason ?? '',
    submitted_at: row?.submitted_at ?? null,
  } as const;
}

function ageOf(row: CertificateRow | undefined, now: number) {
  if (row === undefined) return { age: '', age_text: '', force_until: '', left_text: '' } as const;
  const age = certificateAge(row.expires, now);
  return {
    age,
    age_text: CERTIFICATE_AGES[age],
    force_until: row.expires ?? '',
    left_text: certificateLeft(row.expires, now),
  };
}

const untilText = ({ expires }: CertificateRow) => expires ?? '长期';

/** Texts of a certificate's row: all of the document in force, with the one that is to replace it. */
function textsOf(inForce: CertificateRow | undefined, sent: CertificateRow | undefined) {
  const row = inForce ?? sent;
  const change =
    inForce && sent && sent !== inForce ? `新证 ${sent.number || '无证号'}，有效期至 ${untilText(sent)}` : '';
  return {
    number_text: row?.number ?? '',
    issuer_text: row?.issuer ?? '',
    until_text: row ? untilText(row) : '',
    review_text: [change, sent?.reason ?? ''].filter((text) => text !== '').join('：'),
  };
}

/** Upload id -> the file as pages show it. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, CertificateFile>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('uploads').select(['id', 'name', 'type']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, { ...row, ...urlsOf(row) }]));
}

/** URLs of an upload; a PDF has a second one to be viewed within a page. */
function urlsOf({ id, type }: { id: string; type: string }) {
  const url = `/api/upload/${id}`;
  return type === 'application/pdf' ? { url, view: `${url}/view` } : { url };
}
