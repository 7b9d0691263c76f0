import type { Db } from '../db/schema.ts';

/** Whether each of these files was sent by the company, for this purpose. */
export async function ownUploads(
  db: Db,
  companyId: number,
  kind: string,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return false;
  const { count } = await db
    .selectFrom('uploads')
    .where('id', 'in', wanted)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count === wanted.length;
}
