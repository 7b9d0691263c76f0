import type { Db } from '../../../kernel/db/schema.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { publishChange } from '../../../kernel/push/publish.ts';

/**
 * Sends a message to all members of a company, and lets their open pages load the user state again.
 * @param from author: the member of staff, or null for the shop itself
 */
export async function notifyAccountChanged(
  db: Db,
  from: { author: number | null; now: number },
  companyId: number,
  text: { title: string; body: string; url: string },
): Promise<void> {
  for (const id of await recipientsOf(db, companyId)) {
    await sendMessage(db, { audience: 'one', id }, { kind: 'account', ...text }, from);
    await publishChange(db, ['user.base', 'register.status', 'user.zizhi'], { member: id });
  }
}

/** The company's members, and who registered it as a further store. */
async function recipientsOf(db: Db, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('company_id', '=', companyId)
    .union((eb) =>
      eb.selectFrom('registrations').where('company_id', '=', companyId).select('member_id as id'),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
