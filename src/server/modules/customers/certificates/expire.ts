import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { type CertificateAge, certificateAge, certificateLabel } from '#shop/domain/certificates.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { notifyAccountChanged } from './notify-account-changed.ts';
import { requalify } from './qualify.ts';

const certificatesPage = pageLink('jcxx_zzzj');

/** Days before its end in which a certificate can be 临期. */
const WARNING_DAYS = 61;

/**
 * Warns companies once of certificates that are about to expire, and withdraws the scopes that an expired one had
 * unlocked. Safe to run in several processes at once.
 */
export async function expireCertificates(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('certificates')
    .select(['id', 'company_id', 'kind', 'expires', 'warned'])
    .where('state', '=', sql.lit('approved'))
    .where('warned', '<>', sql.lit('expired'))
    .where('expires', '<=', formatDate(now + WARNING_DAYS * DAY))
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const age = certificateAge(row.expires, now);
    if (age === 'valid' || age === row.warned) continue;
    await db.transaction().execute((trx) => warn(trx, row, age, now));
  }
}

interface ExpiringCertificate {
  id: number;
  company_id: number;
  kind: string;
  expires: string | null;
  warned: string;
}

async function warn(
  db: Db,
  { id, company_id, kind, expires, warned }: ExpiringCertificate,
  age: Exclude<CertificateAge, 'valid'>,
  now: number,
): Promise<void> {
  const mine = await db
    .updateTable('certificates')
    .set({ warned: age })
    .where('id', '=', id)
    .where('warned', '=', warned)
    .returning('id')
    .executeTakeFirst();
  if (!mine) return;
  if (age === 'expired') await requalify(db, company_id, now);
  const label = certificateLabel(kind);
  await notifyAccountChanged(
    db,
    { author: null, now },
    company_id,
    age === 'expired'
      ? {
          title: `${label}已过期`,
          body: '必备证照过期后不能看价与下单，请尽快上传新的证照。',
          url: certificatesPage(),
        }
      : {
          title: `${label}将在 ${expires ?? ''} 到期`,
          body: '请提前上传新的证照，审核期间原证照继续有效。',
          url: certificatesPage(),
        },
  );
}
