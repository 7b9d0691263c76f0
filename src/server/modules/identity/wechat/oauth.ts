import type { Db } from '../../../kernel/db/schema.ts';
import { hashToken } from '../../../kernel/http/token-cookies.ts';
import type { Wechat } from '../../../kernel/outside/wechat/wechat.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { consumeProof, createProof } from '../verification/proofs.ts';
import { bind } from './bind.ts';

const loginPage = pageLink('login');
const bindingPage = pageLink('zhzx_bdwx');
const registrationPage = pageLink('register_wechat');
const homePage = pageLink('index');

/** Lifetime of the OAuth `state` in seconds: time to scan and agree on the phone. */
const STATE_LIFETIME = 600;

/** Seconds to fill in the form that binds an account to a new identity. */
export const IDENTITY_LIFETIME = 1_800;

/** Who starts the login at WeChat: a browser that is not logged in, or a member who binds their account. */
export type LoginOrigin = { browser: string; from: string } | { session: string; member: number };

/** Creates the OAuth `state`, which binds WeChat's answer to the browser or session that started the login. */
export function createState(db: Db, origin: LoginOrigin, now: number): Promise<string> {
  const content =
    'browser' in origin
      ? { browser: hashToken(origin.browser), from: origin.from }
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

/** Where the browser is redirected to, and as whom. */
export interface CallbackResult {
  to: string;
  /** The member to log in. */
  member?: number;
  /** Ticket with which the browser can bind the scanned identity. */
  ticket?: string;
}

const failed = () => loginPage({ error: 'wechat' });

/** Handles WeChat's redirect: logs in a known identity, binds it to a member, or offers to register. */
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
