import type { Db } from '../../../kernel/db/schema.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';

/** Most vouchers of one run; the others follow in the next run. */
const MAX = 500;

/**
 * Books expired unused vouchers out of their companies' accounts. Each in its own transaction and once, however many
 * processes run it; a concurrent use either succeeds before or is refused.
 * @returns how many were booked out
 */
export async function expireVouchers(db: Db, now: number): Promise<number> {
  const due = await db
    .selectFrom('vouchers')
    .where('ends_at', '<=', now)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('is_expired', '=', false)
    .orderBy('ends_at')
    .limit(MAX)
    .select('id')
    .execute();
  let expired = 0;
  for (const { id } of due) {
    if (await db.transaction().execute((trx) => expireVoucher(trx, id, now))) expired += 1;
  }
  return expired;
}

async function expireVoucher(db: Db, id: number, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('vouchers')
    .set({ is_expired: true })
    .where('id', '=', id)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('is_expired', '=', false)
    .returning(['company_id', 'name', 'amount_fen'])
    .executeTakeFirst();
  if (!ended) return false;
  await book(db, {
    from: { vouchers: ended.company_id },
    to: { shop: 'voucher_fund' },
    amount: ended.amount_fen,
    useType: USE_TYPE.expired,
    memo: `${ended.name} 到期`,
    at: now,
    voucherId: id,
    once: `voucher:expire:${id}`,
  });
  return true;
}
