import type { Db } from '../../../kernel/db/schema.ts';

/** Blanks and the width of a sign make no other place. */
const normalise = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

/**
 * Does a place stand in the company's papers, as its registered address or its warehouse? Staff may mark one besides
 * that is written otherwise.
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
