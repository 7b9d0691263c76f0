import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Accepted, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { actAs } from '../../identity/index.ts';

export const NO_SUCH_STORE = { message: '门店不存在' };

/** Switches the session to a store of the member's company, or back to that company. */
export async function switchStore(
  db: Db,
  member: Member,
  companyId: number,
  now: number,
): Promise<Accepted<{ id: number; name: string }> | Refused> {
  const buyer = await actAs(db, member, companyId, now);
  if (!buyer) return refuse('notFound', NO_SUCH_STORE);
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', buyer.companyId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sessions')
    .set({ company_id: buyer.companyId })
    .where('id', '=', member.sessionId)
    .execute();
  return ok({ id: buyer.companyId, name }, `已切换到 ${name}`);
}
