import type { FastifyRequest } from 'fastify';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Was this write started by a page of another site? Browsers say so in `Sec-Fetch-Site` and `Origin`; what sends
 * neither (a terminal, a gateway's notice) carries no visitor's cookie by accident.
 */
export function isForeignWrite({ method, headers, host }: FastifyRequest): boolean {
  if (READING.has(method)) return false;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
