import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import { notifyCart } from './notify.ts';

/**
 * Lets one request at a time write a company's cart, so that what was checked over the sum of lines still holds when
 * it is written. Ordering takes the same lock first.
 */
export async function lockCart(db: Db, companyId: number): Promise<void> {
  await lockCompany(db, { companyId });
}

const lockCompany = prepareQuery<{ companyId: number }>()((db, { value }) =>
  db.selectFrom('companies').where('id', '=', value('companyId')).select('id').forNoKeyUpdate(),
);

const counts = shareRows<number, { total: number }>({ max: 10_000, from: { cart_lines: 'ids' } });

/** The cart's badge: how many lines it has. Every page shows it. */
export async function cartCount(db: Db, companyId: number): Promise<number> {
  const found = await counts(db, [companyId], async () => {
    const count = await db
      .selectFrom('cart_lines')
      .where('company_id', '=', companyId)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return new Map([[companyId, count]]);
  });
  return found.get(companyId)?.total ?? 0;
}

/** Removes lines from the cart; ids of other companies' lines are ignored. */
export async function removeLines(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sendWrite(db, deleteLines(db, { companyId, ids }));
  await notifyCart(db, companyId);
}

const deleteLines = prepareQuery<{ companyId: number; ids: readonly number[] }>()((db, { value, isAnyOf }) =>
  db.deleteFrom('cart_lines').where('company_id', '=', value('companyId')).where(isAnyOf('id', 'ids')),
);

/**
 * Selects or deselects lines; ids of other companies' lines are ignored. Lines that cannot be bought stay out of every
 * figure anyway.
 */
export async function selectLines(
  db: Db,
  companyId: number,
  ids: readonly number[],
  selected: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('cart_lines')
    .set({ selected })
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  await notifyCart(db, companyId);
}
