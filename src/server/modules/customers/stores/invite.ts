import { createHash, randomInt } from 'node:crypto';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Accepted, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { homeCompany } from './home-company.ts';

const storesPage = pageLink('zhzx_ddgl');

/** Lifetime of an invitation in seconds. */
const LIFETIME = 7 * DAY;
/** Invitations that one company may have open. */
const MAX = 20;

/** Characters without look-alikes: the code may be read out on the telephone. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const hashOf = (code: string) => createHash('sha256').update(code.trim().toUpperCase()).digest('hex');

const NO_SUCH_CODE = { message: '邀请码不存在、已使用或已过期' };

/**
 * Invites a store that has an account of its own into the member's company. The code can be read only in this answer.
 */
export async function inviteStore(
  db: Db,
  { id }: Member,
  now: number,
): Promise<Accepted<{ code: string; path: string; expires_at: number }> | Refused> {
  const home = await homeCompany(db, id);
  if (home.parent_id !== null) {
    return refuse('forbidden', { message: `贵单位是${home.head ?? ''}的门店，不能再邀请门店` });
  }
  await db
    .deleteFrom('store_invites')
    .where('company_id', '=', home.id)
    .where('expires_at', '<=', now)
    .execute();
  const { open } = await db
    .selectFrom('store_invites')
    .where('company_id', '=', home.id)
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  if (open >= MAX) return refuse('tooManyRequests', { message: `还有 ${MAX} 个邀请码没有使用` });
  const code = newCode();
  const expires_at = now + LIFETIME;
  await db
    .insertInto('store_invites')
    .values({ id: hashOf(code), company_id: home.id, member_id: id, created_at: now, expires_at })
    .execute();
  return made({ code, path: storesPage({ invite: code }), expires_at }, '邀请码已生成');
}

/** The company that sent an invitation. */
export async function readInvitation(
  db: Db,
  code: string,
  now: number,
): Promise<Accepted<{ code: string; company: string; expires_at: number }> | Refused> {
  const row = await openInvitation(db, code, now).executeTakeFirst();
  if (!row) return refuse('notFound', NO_SUCH_CODE);
  return ok({ code, company: row.name, expires_at: row.expires_at });
}

/** Accepts an invitation: the member's company becomes a store of the inviting company. */
export async function joinHead(
  db: Db,
  { id, companyId }: Member,
  code: string,
  now: number,
): Promise<Accepted<{ head: string }> | Refused> {
  const invitation = await openInvitation(db, code, now).forUpdate('store_invites').executeTakeFirst();
  if (!invitation) return refuseField('code', NO_SUCH_CODE.message);
  const home = await homeCompany(db, id);
  if (home.id !== companyId) return refuseField('code', '请先切换回本单位，再接受邀请');
  if (home.id === invitation.company_id) return refuseField('code', '这是贵单位自己发出的邀请码');
  const headOf = await lockHeads(db, [home.id, invitation.company_id]);
  if (headOf.get(home.id) !== null) return refuseField('code', `贵单位已经是${home.head ?? ''}的门店`);
  if (headOf.get(invitation.company_id) !== null) return refuseField('code', NO_SUCH_CODE.message);
  if (await hasStores(db, home.id)) return refuseField('code', '贵单位自己有门店，不能成为别家的门店');
  await db
    .updateTable('companies')
    .set({ parent_id: invitation.company_id })
    .where('id', '=', home.id)
    .execute();
  await db.deleteFrom('store_invites').where('id', '=', hashOf(code)).execute();
  await sendMessage(
    db,
    { audience: 'one', id: invitation.member_id },
    {
      kind: 'account',
      title: '门店已加入',
      body: `${home.name}接受了邀请，现在可以切换到这家门店采购。`,
      url: storesPage(),
    },
    { author: null, now },
  );
  return ok({ head: invitation.name }, `已加入${invitation.name}`);
}

function openInvitation(db: Db, code: string, now: number) {
  return db
    .selectFrom('store_invites')
    .innerJoin('companies', 'companies.id', 'store_invites.company_id')
    .where('store_invites.id', '=', hashOf(code))
    .where('expires_at', '>', now)
    .select(['store_invites.company_id', 'store_invites.member_id', 'companies.name', 'expires_at']);
}

/**
 * Locks the companies in the order of their ids, and returns the head of each: two that would join each other are
 * serialised.
 */
async function lockHeads(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('companies')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'parent_id'])
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}

async function hasStores(db: Db, companyId: number): Promise<boolean> {
  const store = await db
    .selectFrom('companies')
    .where('parent_id', '=', companyId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return store !== undefined;
}
