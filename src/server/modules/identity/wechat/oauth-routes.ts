import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '#engine/host/page-visit.ts';
import {
  type AppContext,
  recogniseVisitor,
  requestContextOf,
  WECHAT_COOKIE,
} from '../../../kernel/http/context.ts';
import { send } from '../../../kernel/http/reply.ts';
import { hashToken, newToken, tokenCookiesOf } from '../../../kernel/http/token-cookies.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { refuse } from '../../../kernel/result/answer.ts';
import { createState, handleCallback, IDENTITY_LIFETIME } from './oauth.ts';

const homePage = pageLink('index');
const secondFactorPage = pageLink('ops_verify');

interface StartRoute {
  Querystring: { from?: string };
}

interface CallbackRoute {
  Querystring: { code?: string; state?: string };
}

/** Path of the OAuth redirect. */
export const WECHAT_CALLBACK = '/api/wechat/callback';

/** Seconds: longer than the login at WeChat and the form after it take. */
const COOKIE_LIFETIME = 3_600;

/**
 * Routes of the OAuth login at WeChat. They are not calls of the API, because the browser itself navigates to them; a
 * cookie proves on the redirect that it is the browser that started the login.
 */
export function registerWechat(app: FastifyInstance, context: AppContext): void {
  const { db, wechat, site, now } = context;

  app.get<StartRoute>('/api/wechat/start', async (request, reply) => {
    if (!wechat) return send(reply, refuse('wechatUnavailable'));
    const browser = newToken();
    reply.setCookie(WECHAT_COOKIE, browser, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      maxAge: COOKIE_LIFETIME,
    });
    const state = await createState(db, { browser, from: localPathOnly(request.query.from) }, now());
    return reply
      .header('cache-control', 'no-store')
      .redirect(wechat.authorizeUrl({ state, redirect: callbackUrl(site.origin) }));
  });

  app.get<CallbackRoute>(WECHAT_CALLBACK, async (request, reply) => {
    if (!wechat) return send(reply, refuse('wechatUnavailable'));
    await recogniseVisitor(context, request, reply);
    const result = await handleCallback(db, wechat, {
      code: textOf(request.query.code),
      state: textOf(request.query.state),
      browser: cookieOf(request),
      session: request.visitor.sessionId,
      now: now(),
    });
    if (result.ticket !== undefined) {
      tokenCookiesOf(request, reply).set('wechat-identity', result.ticket, IDENTITY_LIFETIME);
    }
    if (result.member === undefined) return redirect(reply, result.to);
    const { pending } = await requestContextOf(context, request, reply, null).signIn(result.member);
    return redirect(reply, pending ? secondFactorPage() : result.to);
  });
}

/** Built from the configured origin, which is registered at WeChat; the Host header of a request is not trusted. */
export const callbackUrl = (origin: string | undefined): string => `${origin ?? ''}${WECHAT_CALLBACK}`;

const redirect = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to);

function cookieOf(request: FastifyRequest): string | null {
  const cookie = request.cookies[WECHAT_COOKIE];
  return cookie === undefined ? null : hashToken(cookie);
}

/** The text of a query value, which may also be repeated or nested. */
const textOf = (value: unknown): string => (typeof value === 'string' && value.length <= 500 ? value : '');

/** A path of this site, else the home page: prevents open redirects after a login. */
function localPathOnly(from: unknown): string {
  const text = textOf(from);
  return /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : homePage();
}
