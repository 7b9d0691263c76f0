import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TOKEN_HEADER } from '../protocol.ts';

/** A new one in each process: a page of an earlier start can change nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Is the request this machine's own: not passed on by a proxy, and to a name that only this machine has? */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return LOOPBACK.test(socket.remoteAddress ?? '') && !isPassedOn && LOCAL_HOST.test(headers.host ?? '');
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(String(headers[TOKEN_HEADER] ?? ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** May the request read or write the shop's files: from the studio's own page, of this start? */
export function isTrusted(request: IncomingMessage, token: string): boolean {
  const { method, headers } = request;
  const { origin, host } = headers;
  const isOwn = origin === `http://${host}` || (origin === undefined && method === 'GET');
  const site = headers['sec-fetch-site'];
  return (
    isLocal(request) && isOwn && (site === undefined || site === 'same-origin') && hasToken(request, token)
  );
}
