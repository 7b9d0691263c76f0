import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenCookies } from './routes.ts';

/** A random token. */
export const newToken = () => randomBytes(24).toString('base64url');

/** The stored form of a token: who reads the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Purpose -> the cookie. A device is of no concern to pages: with its cookie they would be nobody else's. */
const COOKIES = {
  reset: { name: 'reset', path: '/' },
  'wechat-identity': { name: 'scan', path: '/' },
  device: { name: 'device', path: '/api' },
} as const;

/** The token cookies of a request's browser; changes are sent with the reply. */
export function tokenCookiesOf(request: FastifyRequest, reply: FastifyReply): TokenCookies {
  return {
    read: (purpose) => request.cookies[COOKIES[purpose].name] || null,
    set(purpose, token, seconds) {
      const { name, path } = COOKIES[purpose];
      reply.setCookie(name, token, {
        path,
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: seconds,
      });
    },
    clear(purpose) {
      const { name, path } = COOKIES[purpose];
      reply.clearCookie(name, { path });
    },
  };
}
