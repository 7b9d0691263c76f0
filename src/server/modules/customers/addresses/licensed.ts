import type { Db } from '../../../kernel/db/schema.ts';

/** Ignores blanks and full-width characters. */
const normalise = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

/**
 * Whether an address equals the company's registered address or its warehouse. Staff may mark others by hand, where the
 * spelling differs.
 */
export async function isLicensedAddress(
  db: Db,
  companyId: number,
  { region, detail }: { region: string; detail: string },
): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select(['region', 'address', 'warehouse_region', 'warehouse'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const locations = [
    company.region + company.address,
    company.address,
    company.warehouse_region + company.warehouse,
    company.warehouse,
  ].map(normalise);
  return locations.includes(normalise(region + detail));
}
