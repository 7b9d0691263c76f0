import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, type PageVisit, pageVisit } from '#engine/host/page-visit.ts';
import type { SiteConfig, SlotConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { Gateways } from '../outside/payment-gateways/gateway.ts';
import type { SmsPost } from '../outside/sms/dispatcher.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Wechat } from '../outside/wechat/wechat.ts';
import { once, type Repeat } from './idempotency.ts';
import type { RequestContext } from './routes.ts';
import type { KnownVisitor, PendingLogin, SecondFactorRule, Sessions } from './sessions.ts';
import { hashTicket, ticketsOf } from './token-cookies.ts';
import { ANONYMOUS, type Visitor } from './visitor.ts';

const SESSION_COOKIE = 'sid';

/** Ties a WeChat login to the browser that began it. */
export const WECHAT_COOKIE = 'wx';

/** What the application is made of: the dependencies that every request shares. */
export interface AppContext {
  db: Db;
  sessions: Sessions;
  site: SiteConfig;
  slots: SlotConfig;
  uploads: UploadStorage;
  gateways: Gateways;
  /** Sends short messages; null where no carrier is configured. */
  sms: SmsPost | null;
  /** Login by WeChat; null where it is not configured. */
  wechat: Wechat | null;
  /** The shop shows its demonstration data: calls under `/api/dev/` exist. */
  demo: boolean;
  /** Whether staff must have a second factor. */
  secondFactor: SecondFactorRule;
  /** The server's clock, whole seconds since 1970. */
  now: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor;
    pendingLogin: PendingLogin | null;
  }
}

/** Calls that are made while a page is rendered share one look at the session. */
const knownBy = new WeakMap<PageVisit, Promise<KnownVisitor>>();

/** Finds the visitor behind the cookie, and sends the cookie again when the session was lengthened. */
export async function recogniseVisitor(
  { db, sessions, now, secondFactor }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = request.cookies[SESSION_COOKIE];
  const page = pageVisit.getStore();
  const look =
    (page && knownBy.get(page)) ?? sessions.visitorOf(db, cookie, { now: now(), rule: secondFactor });
  if (page) knownBy.set(page, look);
  const { visitor, pending, renewed } = await look;
  request.visitor = visitor;
  request.pendingLogin = pending;
  if (renewed && cookie !== undefined) setSessionCookie(sessions, request, reply, cookie);
}

/** @param repeat the request's `Idempotency-Key`, when it has one */
export function requestContextOf(
  { db, sessions, site, slots, uploads, gateways, sms, wechat, secondFactor: rule, now }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  repeat: Repeat | null,
): RequestContext {
  const moment = now();
  const { visitor, pendingLogin } = request;
  const sessionId = visitor.sessionId ?? pendingLogin?.sessionId ?? null;
  const browser = request.cookies[WECHAT_COOKIE];
  let used = false;
  return {
    db,
    site,
    slots,
    uploads,
    gateways,
    sms,
    wechat,
    browser: browser === undefined ? null : hashTicket(browser),
    tickets: ticketsOf(request, reply),
    visitor,
    pendingLogin,
    secondFactorRule: rule,
    now: moment,
    address: request.ip,
    async transaction(work) {
      if (used) throw new Error('a handler may run one transaction a request');
      used = true;
      return once(db, repeat, moment, work);
    },
    async signIn(memberId, { secondFactor } = { secondFactor: false }) {
      if (sessionId !== null) await sessions.end(db, sessionId);
      const origin = { address: request.ip, agent: request.headers['user-agent'] ?? '', secondFactor };
      const cookie = await sessions.start(db, memberId, moment, origin);
      setSessionCookie(sessions, request, reply, cookie);
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
