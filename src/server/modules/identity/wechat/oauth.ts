import type { Db } from '../../../kernel/db/schema.ts';
import { hashTicket } from '../../../kernel/http/tickets.ts';
import type { Wechat } from '../../../kernel/outside/wechat/wechat.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { consumeProof, createProof } from '../verification/proofs.ts';
import { bind } from './bind.ts';

const loginPage = pageLink('login');
const bindingPage = pageLink('zhzx_bdwx');
const registrationPage = pageLink('register_wechat');
const homePage = pageLink('index');

/** Seconds that somebody has to take out their phone, scan and agree. */
const STATE_LIFETIME = 600;

/** Seconds to fill in the form that binds an account to a new identity. */
export const IDENTITY_LIFETIME = 1_800;

/** Who sets out for WeChat: a browser that is not logged in, or a member who binds their account. */
export type LoginOrigin = { browser: string; from: string } | { session: string; member: number };

/** What travels with the reader to WeChat and back, so that nobody else's answer is taken for theirs. */
export function createState(db: Db, origin: LoginOrigin, now: number): Promise<string> {
  const content =
    'browser' in origin
      ? { browser: hashTicket(origin.browser), from: origin.from }
      : { session: origin.session };
  return createProof(db, {
    kind: 'wechat-state',
    content,
    seconds: STATE_LIFETIME,
    now,
    ...('member' in origin && { member: origin.member }),
  });
}

export const stateExpiry = (now: number): number => now + STATE_LIFETIME;

export interface OAuthCallback {
  code: string;
  state: string;
  /** Hash of the cookie of the browser that came back. */
  browser: string | null;
  /** The session of the member who came back. */
  session: string | null;
  now: number;
}

/** Where the reader goes now, and as whom. */
export interface CallbackResult {
  to: string;
  /** This member is logged in. */
  member?: number;
  /** What the browser keeps to bind the identity that it scanned. */
  ticket?: string;
}

const failed = () => loginPage({ error: 'wechat' });

/** Judges who came back from WeChat: logs in whom it knows, binds a member, or offers a stranger to register. */
export async function handleCallback(
  db: Db,
  wechat: Wechat,
  callback: OAuthCallback,
): Promise<CallbackResult> {
  const { code, state, browser, session, now } = callback;
  const proof = await consumeProof(db, 'wechat-state', state, now);
  const content = (proof?.content ?? {}) as { browser?: string; from?: string; session?: string };
  const binding = proof?.member_id ?? null;
  const mine =
    binding === null
      ? content.browser !== undefined && content.browser === browser
      : content.session !== undefined && content.session === session;
  if (!proof || !mine) return { to: failed() };
  const identity = await wechat.identify(code);
  if (!identity) return { to: binding === null ? failed() : bindingPage({ error: 'expired' }) };
  if (binding !== null) {
    const bound = await bind(db, binding, identity);
    return { to: bound.ok ? bindingPage() : bindingPage({ error: 'taken' }) };
  }
  const known = await db
    .selectFrom('members')
    .select('id')
    .where('wechat_id', '=', identity.id)
    .executeTakeFirst();
  if (known) return { to: content.from ?? homePage(), member: known.id };
  const ticket = await createProof(db, {
    kind: 'wechat-identity',
    content: { ...identity, browser: content.browser, from: content.from ?? homePage() },
    seconds: IDENTITY_LIFETIME,
    now,
  });
  return { to: registrationPage(), ticket };
}
