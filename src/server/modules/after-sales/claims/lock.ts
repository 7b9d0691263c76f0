import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';

export type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>;

/** Locks a claim until the transaction ends. `companyId` null: whoever's it is. Lock its order first. */
export function lockClaim(db: Db, id: number, companyId: number | null) {
  return db
    .selectFrom('claims')
    .where('id', '=', id)
    .where(ofAnyCompany('company_id', companyId))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}
