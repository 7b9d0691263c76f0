import type { FastifyRequest } from 'fastify';
import type { Bearer } from '#engine/runtime/bearer.ts';
import { isSecure } from '../page-visit.ts';
import { TOKEN_COOKIE } from './forward-headers.ts';

const SECONDS_A_DAY = 86_400;

function maxAge(token: string | null, days: number | undefined): string[] {
  if (token === null) return ['Max-Age=0'];
  return days === undefined ? [] : [`Max-Age=${days * SECONDS_A_DAY}`];
}

/** The cookie that keeps a reader's token from the scripts of the page; null takes it away. */
export function tokenCookie(
  request: FastifyRequest,
  { days }: Pick<Bearer, 'days'>,
  token: string | null,
): string {
  return [
    `${TOKEN_COOKIE}=${encodeURIComponent(token ?? '')}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...maxAge(token, days),
    ...(isSecure(request) ? ['Secure'] : []),
  ].join('; ');
}
