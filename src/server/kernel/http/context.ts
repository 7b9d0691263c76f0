import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, type PageVisit, pageVisit } from '#engine/host/page-visit.ts';
import { isThisMachine } from '#engine/host/this-machine.ts';
import { type IdempotentRequest, runOnce } from './idempotency.ts';
import type { RequestContext, ShopContext } from './routes.ts';
import type { KnownVisitor, PendingLogin, SecondFactorRule, Sessions } from './sessions.ts';
import { hashToken, tokenCookiesOf } from './token-cookies.ts';
import { ANONYMOUS, type Visitor } from './visitor.ts';

const SESSION_COOKIE = 'sid';

/** Binds a WeChat login to the browser that started it. */
export const WECHAT_COOKIE = 'wx';

/** The dependencies of the application, shared by all requests. */
export interface AppContext extends ShopContext {
  sessions: Sessions;
  /** The shop has the demo data: calls under `/api/dev/` exist. */
  demo: boolean;
  /** Whoever is elsewhere is kept from what a demo gives away: codes, known passwords, payments that cost nothing. */
  keepsDemoHere: boolean;
  /** Whether staff must have a second factor. */
  secondFactor: SecondFactorRule;
  /** The server's clock, whole seconds since 1970. */
  now: () => number;
}

/** Whether this request may use what a demo gives away. */
export const mayUseDemo = ({ keepsDemoHere }: Pick<AppContext, 'keepsDemoHere'>, { ip }: FastifyRequest) =>
  !keepsDemoHere || isThisMachine(ip);

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor;
    pendingLogin: PendingLogin | null;
  }
}

/** Calls that are made while a page is rendered share one lookup of the session. */
const lookups = new WeakMap<PageVisit, Promise<KnownVisitor>>();

/** Finds the visitor of the session cookie, and sends the cookie again when the session was extended. */
export async function recogniseVisitor(
  { db, sessions, now, secondFactor }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = request.cookies[SESSION_COOKIE];
  const page = pageVisit.getStore();
  const lookup =
    (page && lookups.get(page)) ?? sessions.visitorOf(db, cookie, { now: now(), rule: secondFactor });
  if (page) lookups.set(page, lookup);
  const { visitor, pending, renewed } = await lookup;
  request.visitor = visitor;
  request.pendingLogin = pending;
  if (visitor.id !== null) request.log = request.log.child({ account: visitor.id });
  if (renewed && cookie !== undefined) setSessionCookie(sessions, request, reply, cookie);
}

/** @param repeat the request's `Idempotency-Key`, when it has one */
export function requestContextOf(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  repeat: IdempotentRequest | null,
): RequestContext {
  const { sessions, secondFactor: rule, now, demo: _, keepsDemoHere, ...shop } = context;
  const { db } = shop;
  const moment = now();
  const { visitor, pendingLogin } = request;
  const sessionId = visitor.sessionId ?? pendingLogin?.sessionId ?? null;
  const browser = request.cookies[WECHAT_COOKIE];
  const tokenCookies = tokenCookiesOf(request, reply);
  let used = false;
  return {
    ...shop,
    browser: browser === undefined ? null : hashToken(browser),
    tokenCookies,
    visitor,
    pendingLogin,
    secondFactorRule: rule,
    now: moment,
    address: request.ip,
    mayUseDemo: mayUseDemo({ keepsDemoHere }, request),
    async transaction(work) {
      if (used) throw new Error('a handler may run one transaction a request');
      used = true;
      return runOnce(db, repeat, moment, work);
    },
    async signIn(memberId, { secondFactor } = { secondFactor: false }) {
      if (sessionId !== null) await sessions.end(db, sessionId);
      const origin = { address: request.ip, agent: request.headers['user-agent'] ?? '', secondFactor };
      const cookie = await sessions.start(db, memberId, moment, origin);
      setSessionCookie(sessions, request, reply, cookie);
      const device = await sessions.rememberDevice(db, memberId, moment, tokenCookies.read('device'));
      tokenCookies.set('device', device, sessions.deviceLifetime);
      return sessions.visitorOf(db, cookie, { now: moment, rule });
    },
    async signOut() {
      if (sessionId !== null) await sessions.end(db, sessionId);
      request.visitor = ANONYMOUS;
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
    },
  };
}

function setSessionCookie(
  { lifetime }: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
): void {
  reply.setCookie(SESSION_COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: lifetime,
  });
}
