import { sql } from 'kysely';
import type { Store } from '#generated/schemas.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { QUALIFICATIONS, qualificationOf } from '../profile/qualification.ts';
import { homeCompany } from './home-company.ts';

/** The member's own company and its stores, oldest first; and the head that it belongs to. */
export async function listStores(
  db: Db,
  { id, companyId }: Member,
  now: number,
): Promise<{ list: Store[]; head: string; can_invite: number }> {
  const home = await homeCompany(db, id);
  const rows = await db
    .selectFrom('companies')
    .where((eb) => eb.or([eb('companies.id', '=', home.id), eb('parent_id', '=', home.id)]))
    .select(['companies.id', 'name', 'type', 'address', 'approval', 'qualified_until'])
    .select((eb) => [
      eb
        .exists(eb.selectFrom('members').whereRef('company_id', '=', 'companies.id').select('members.id'))
        .as('hasAccount'),
      eb
        .selectFrom('cart_lines')
        .whereRef('company_id', '=', 'companies.id')
        .select((count) => count.fn.countAll<number>().as('lines'))
        .as('cart'),
      eb
        .selectFrom('orders')
        .whereRef('company_id', '=', 'companies.id')
        .where('status', '=', ORDER_STATE.unpaid)
        .select((count) => count.fn.countAll<number>().as('orders'))
        .as('unpaid'),
    ])
    .orderBy(sql`companies.id <> ${home.id}`)
    .orderBy('companies.id')
    .execute();
  const list = rows.map((row): Store => {
    const isOwn = row.id === home.id;
    const origin = row.hasAccount ? '邀请加入' : '自行登记';
    const state = qualificationOf(row, now);
    return {
      id: row.id,
      name: row.name,
      type_text: COMPANY_TYPES[row.type] ?? '',
      address: row.address,
      state,
      state_text: QUALIFICATIONS[state],
      source_text: isOwn ? '本单位' : origin,
      is_own: isOwn ? 1 : 0,
      is_current: row.id === companyId ? 1 : 0,
      current_text: row.id === companyId ? '采购中' : '',
      can_part: !isOwn && row.hasAccount ? 1 : 0,
      cart: row.cart ?? 0,
      unpaid: row.unpaid ?? 0,
    };
  });
  return { list, head: home.head ?? '', can_invite: home.parent_id === null ? 1 : 0 };
}
