import { sql } from 'kysely';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { type Answer, ok, refuse } from '../../kernel/result/answer.ts';
import { assignments } from './assignments.ts';
import { PERSONAL_TABLES } from './register.ts';

const FINAL = [ORDER_STATE.done, ORDER_STATE.cancelled, ORDER_STATE.expired, ORDER_STATE.closed];

/**
 * Erases a member's account: what is about the person goes or is replaced, as the register says; orders, books and records
 * of the trade stay, and name only an account that nobody can enter. Refused to staff, and to the last member of a company
 * with something open. Call it within a transaction.
 */
export async function eraseMember(
  db: Db,
  { id, companyId, role }: Member,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  if (role === 'staff') return refuse('forbidden', { message: '员工账号由管理员停用' });
  if (await isNeeded(db, id, companyId))
    return refuse('inUse', {
      message: '单位还有未完成的订单、余额或未还的账单，而您是最后一个账号：请先处理完，或联系客户经理',
    });
  await eraseAccount(db, id, now);
  return ok({ ok: true }, '账号已注销，您的个人信息已删除');
}

/** Erases what is about a member, and closes the account: nobody can enter it any more. */
export async function eraseAccount(db: Db, id: number, now: number): Promise<void> {
  for (const { table, member, erasure } of PERSONAL_TABLES) {
    if (member === undefined) continue;
    const own = sql`WHERE ${sql.ref(member)} = ${id}`;
    if (erasure === 'removed') await sql`DELETE FROM ${sql.table(table)} ${own}`.execute(db);
    if (typeof erasure === 'object')
      await sql`UPDATE ${sql.table(table)} SET ${assignments(erasure.replaced)} ${own}`.execute(db);
  }
  await db
    .updateTable('members')
    .set({ username: `erased-${id}`, disabled_at: now })
    .where('id', '=', id)
    .execute();
}

/** Is it the last account of a company that has something to settle? Locks the members, so that of two one stays. */
async function isNeeded(db: Db, id: number, companyId: number): Promise<boolean> {
  const enabled = await db
    .selectFrom('members')
    .select('id')
    .where('company_id', '=', companyId)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (enabled.some((member) => member.id !== id)) return false;
  const open = db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('status', 'not in', FINAL)
    .select('id');
  const balance = db
    .selectFrom('accounts')
    .where('company_id', '=', companyId)
    .where('unit', '=', 'fen')
    .where('balance', '!=', 0)
    .select('id');
  const rows = await Promise.all([open.limit(1).execute(), balance.limit(1).execute()]);
  return rows.flat().length > 0;
}
