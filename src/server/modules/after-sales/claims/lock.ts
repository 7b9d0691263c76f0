import type { Db } from '../../../kernel/db/schema.ts';

export type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>;

/** Locks a claim until the transaction ends. `companyId` null: whoever's it is. Lock its order first. */
export function lockClaim(db: Db, id: number, companyId: number | null) {
  return db
    .selectFrom('claims')
    .where('id', '=', id)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId ?? 0))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}
