import type { FastifyRequest } from 'fastify';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request is a navigation, not a call by a script. */
const isNavigation = (accept: string | undefined) => accept?.includes('text/html') === true;

/**
 * Whether this GET, which changes something, was not sent by a page of this site (CSRF). A link of another site carries
 * the visitor's cookie, so a navigation counts as foreign, whatever its other headers say.
 */
export function isForeignChange({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return isNavigation(headers.accept) || (site !== undefined && site !== 'same-origin');
}

/**
 * Whether this write was sent by a page of another site (CSRF), by `Sec-Fetch-Site` and `Origin`. Clients that send
 * neither (a script, a gateway's webhook) are no browsers and carry no visitor's cookie.
 */
export function isForeignWrite({ method, headers, host }: FastifyRequest): boolean {
  if (READING.has(method)) return false;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
