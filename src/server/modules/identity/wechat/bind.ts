import type { Db } from '../../../kernel/db/schema.ts';
import type { WechatIdentity } from '../../../kernel/outside/wechat/wechat.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Accepted, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { consumeProof, findProof } from '../verification/proofs.ts';

const homePage = pageLink('index');

/** Binds a WeChat identity to a member; refused where it is another's. */
export async function bind(
  db: Db,
  memberId: number,
  { id, name }: WechatIdentity,
): Promise<Accepted<null> | Refused> {
  const holder = await db.selectFrom('members').select('id').where('wechat_id', '=', id).executeTakeFirst();
  if (holder && holder.id !== memberId) return refuse('wechatTaken');
  await db
    .updateTable('members')
    .set({ wechat_id: id, wechat_name: name })
    .where('id', '=', memberId)
    .execute();
  return ok(null);
}

/**
 * Binds the identity of a ticket, which only the browser that scanned may use: with a ticket in a link an attacker
 * could bind their own WeChat to somebody else's account.
 */
export async function bindIdentity(
  db: Db,
  memberId: number,
  { ticket, browser, now }: { ticket: string | null; browser: string | null; now: number },
): Promise<Accepted<null> | Refused> {
  if (ticket === null) return refuse('wechatExpired');
  const proof = await consumeProof(db, 'wechat-identity', ticket, now);
  const content = proof?.content as ScannedIdentity | undefined;
  if (content?.id === undefined || browser === null || content.browser !== browser) {
    return refuse('wechatExpired');
  }
  return bind(db, memberId, { id: content.id, name: content.name ?? '' });
}

/** Content of the proof of an identity that is not bound yet. */
interface ScannedIdentity {
  id?: string;
  name?: string;
  /** Hash of the cookie of the browser that scanned. */
  browser?: string;
  /** Page from which the login was started. */
  from?: string;
}

/** The identity that a browser has scanned and not bound yet. */
export async function scannedBy(
  db: Db,
  { ticket, browser, now }: { ticket: string | null; browser: string | null; now: number },
): Promise<{ name: string; from: string } | null> {
  const proof = ticket === null ? null : await findProof(db, 'wechat-identity', ticket, now);
  const content = proof?.content as ScannedIdentity | undefined;
  if (!content || browser === null || content.browser !== browser) return null;
  return { name: content.name ?? '', from: content.from ?? homePage() };
}
