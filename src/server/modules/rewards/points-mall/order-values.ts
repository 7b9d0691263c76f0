import { randomInt } from 'node:crypto';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A new order number: JF, the day, and six digits that no other order of that day has. */
export async function orderNo(db: Db, now: number): Promise<string> {
  const day = formatDate(now).replaceAll('-', '');
  for (;;) {
    const no = `JF${day}${String(randomInt(1_000_000)).padStart(6, '0')}`;
    const taken = await db.selectFrom('points_orders').select('id').where('no', '=', no).executeTakeFirst();
    if (!taken) return no;
  }
}

/**
 * Receiver, phone and address as one text: one of the company's addresses, or its default one; null when there is none.
 */
export async function addressText(db: Db, companyId: number, id: number | undefined): Promise<string | null> {
  let query = db.selectFrom('addresses').where('company_id', '=', companyId);
  query = id === undefined ? query.where('is_default', '=', true) : query.where('id', '=', id);
  const address = await query.select(['name', 'phone', 'region', 'detail']).executeTakeFirst();
  return address ? `${address.name} ${address.phone} ${address.region}${address.detail}` : null;
}
