import { dayEnd } from '#shop/domain/calendar.ts';
import {
  CERTIFICATE_KINDS,
  type CompanyKind,
  certificateAge,
  certificatesFor,
  isCertificateName,
} from '#shop/domain/certificates.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type CertificateRow, companyKindOf, currentRows } from './read.ts';

/** Labels of the needed certificates of which the company has none in force now. */
export function missingCertificates(
  rows: readonly CertificateRow[],
  company: CompanyKind,
  now: number,
): string[] {
  const good = new Set(
    rows
      .filter(({ state, expires }) => state === 'approved' && certificateAge(expires, now) !== 'expired')
      .map(({ kind }) => kind),
  );
  return certificatesFor(company)
    .filter(({ name, needed }) => needed && !good.has(name))
    .map(({ kind }) => kind.label);
}

/** When the first needed certificate in force ends (s); null when none ever does. */
function endOfQualification(rows: readonly CertificateRow[], company: CompanyKind): number | null {
  const needed = new Set<string>(
    certificatesFor(company).flatMap(({ name, needed }) => (needed ? [name] : [])),
  );
  const ends = rows.flatMap(({ kind, state, expires }) =>
    state === 'approved' && expires !== null && needed.has(kind) ? [dayEnd(expires)] : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Business scopes that certificates in force unlock. */
function unlockedScopes(rows: readonly CertificateRow[], now: number): Set<string> {
  return new Set(
    rows
      .filter(({ state, expires }) => state === 'approved' && certificateAge(expires, now) !== 'expired')
      .flatMap(({ kind }): readonly string[] =>
        isCertificateName(kind) ? CERTIFICATE_KINDS[kind].unlocks : [],
      ),
  );
}

/**
 * Updates until when a company is qualified, and the scopes that it may buy: those that certificates unlock last as
 * long as these; those that staff granted in addition stay.
 */
export async function requalify(db: Db, companyId: number, now: number): Promise<void> {
  const rows = await currentRows(db, companyId);
  const company = await companyKindOf(db, companyId);
  const { scopes } = await db
    .selectFrom('companies')
    .select('scopes')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const unlocked = unlockedScopes(rows, now);
  const bound = new Set(
    rows.flatMap(({ kind }): readonly string[] =>
      isCertificateName(kind) ? CERTIFICATE_KINDS[kind].unlocks : [],
    ),
  );
  const granted = scopes.filter((scope) => !bound.has(scope));
  await db
    .updateTable('companies')
    .set({
      qualified_until: endOfQualification(rows, company),
      scopes: [...new Set([...granted, ...unlocked])].sort(),
    })
    .where('id', '=', companyId)
    .execute();
}
