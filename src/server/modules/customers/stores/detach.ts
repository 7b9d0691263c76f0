import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Accepted, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { homeCompany } from './home-company.ts';
import { NO_SUCH_STORE } from './switch.ts';

const storesPage = pageLink('zhzx_ddgl');

/**
 * Detaches a store from its head, on request of either. Sessions of the head that act for the store return to their own
 * company. A store without an account of its own cannot be detached: nobody could access it any more.
 */
export async function detachStore(
  db: Db,
  { id }: Member,
  storeId: number,
  now: number,
): Promise<Accepted<{ id: number }> | Refused> {
  const home = await homeCompany(db, id);
  const store = await db
    .selectFrom('companies')
    .where('id', '=', storeId)
    .where('parent_id', 'is not', null)
    .where((eb) => eb.or([eb('parent_id', '=', home.id), eb('id', '=', home.id)]))
    .select(['id', 'name', 'parent_id'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!store) return refuse('notFound', NO_SUCH_STORE);
  const own = await db.selectFrom('members').where('company_id', '=', store.id).select('id').execute();
  if (own.length === 0) {
    return refuse('storeBound', { message: `${store.name}没有自己的账号，移出后将无人能管理它` });
  }
  const others = await db
    .selectFrom('members')
    .where('company_id', '=', store.parent_id)
    .select('id')
    .execute();
  await db.updateTable('companies').set({ parent_id: null }).where('id', '=', store.id).execute();
  await db
    .updateTable('sessions')
    .from('members')
    .whereRef('members.id', '=', 'sessions.member_id')
    .whereRef('members.company_id', '<>', 'sessions.company_id')
    .where('sessions.company_id', '=', store.id)
    .set((eb) => ({ company_id: eb.ref('members.company_id') }))
    .execute();
  const [recipients, body] =
    store.id === home.id
      ? [others, `${store.name}已退出多店管理。`]
      : [own, `${home.name}已将贵单位移出多店管理，今后不再能代贵单位采购。`];
  for (const member of recipients) {
    const text = { kind: 'account', title: '门店关系已解除', body, url: storesPage() } as const;
    await sendMessage(db, { audience: 'one', id: member.id }, text, { author: null, now });
  }
  return ok({ id: store.id }, '门店关系已解除');
}
