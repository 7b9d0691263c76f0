import type { FastifyRequest } from 'fastify';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Asked for as a page: typed, followed or redirected to, but not called by a script. */
const isVisit = (accept: string | undefined) => accept?.includes('text/html') === true;

/**
 * Was this GET, which changes something, started by anything but a page of this site? A link of another site carries
 * the visitor's cookie, so a visit counts as foreign, whatever else the browser tells of it.
 */
export function isForeignChange({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return isVisit(headers.accept) || (site !== undefined && site !== 'same-origin');
}

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
