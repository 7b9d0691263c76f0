import type { Db } from '../db/schema.ts';

/** Whether each of these files was uploaded by the company, for this purpose. */
export async function ownsUploads(
  db: Db,
  companyId: number,
  kind: string,
  ids: readonly string[],
): Promise<boolean> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return false;
  const { count } = await db
    .selectFrom('uploads')
    .where('id', 'in', distinct)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count === distinct.length;
}
