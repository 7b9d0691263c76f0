import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenCookies } from './routes.ts';

/** A random token. */
export const newToken = () => randomBytes(24).toString('base64url');

/** The stored form of a token: who reads the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Purpose -> name of the cookie. */
const COOKIES = { reset: 'reset', 'wechat-identity': 'scan' } as const;

/** The token cookies of a request's browser; changes are sent with the reply. */
export function tokenCookiesOf(request: FastifyRequest, reply: FastifyReply): TokenCookies {
  return {
    read: (purpose) => request.cookies[COOKIES[purpose]] || null,
    set(purpose, token, seconds) {
      reply.setCookie(COOKIES[purpose], token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: seconds,
      });
    },
    clear: (purpose) => void reply.clearCookie(COOKIES[purpose], { path: '/' }),
  };
}
