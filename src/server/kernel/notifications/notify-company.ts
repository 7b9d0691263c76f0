import type { Db } from '../db/schema.ts';
import { sendMessage } from './send.ts';

/** Sends a message to every member of the company. `url`: the page that it links to. */
export async function notifyCompany(
  db: Db,
  companyId: number,
  text: { title: string; body: string; url: string; kind?: 'order' | 'account' },
  now: number,
): Promise<void> {
  for (const id of await membersOf(db, companyId)) {
    await sendMessage(db, { audience: 'one', id }, { kind: 'order', ...text }, { author: null, now });
  }
}

/** The ids of a company's members. */
async function membersOf(db: Db, companyId: number): Promise<number[]> {
  const rows = await db.selectFrom('members').where('company_id', '=', companyId).select('id').execute();
  return rows.map(({ id }) => id);
}
