import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tickets } from './routes.ts';

export const newTicket = () => randomBytes(24).toString('base64url');

/** What is kept of a ticket: who reads the database can use none. */
export const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest('hex');

/** Their cookies, by what they are for. */
const COOKIES = { reset: 'reset', 'wechat-identity': 'scan' } as const;

/** The tickets of a request's browser; what is given or dropped goes out with the answer. */
export function ticketsOf(request: FastifyRequest, reply: FastifyReply): Tickets {
  return {
    read: (kind) => request.cookies[COOKIES[kind]] || null,
    give(kind, ticket, seconds) {
      reply.setCookie(COOKIES[kind], ticket, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: seconds,
      });
    },
    drop: (kind) => void reply.clearCookie(COOKIES[kind], { path: '/' }),
  };
}
