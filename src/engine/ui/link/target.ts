/** Where a link leads: a page of this site, somewhere else, or nowhere yet. */
export type Target =
  | { kind: 'internal'; to: string }
  | { kind: 'external'; href: string }
  | { kind: 'missing'; message: string | null };

/** Of a link that opens a tab of its own, which learns nothing of this one. */
export const NEW_TAB = { target: '_blank', rel: 'noreferrer' } as const;

/** `/api/…` is a file to load, not a page to go to. */
const EXTERNAL = /^(https?:\/\/|mailto:|tel:|\/api\/)/i;

/**
 * Reads a link as written in config or sent by the server. Only `/path`, `?query`, http(s), mailto and tel lead
 * somewhere; anything else (`javascript:`, `//host`, an empty text, `#message`) is a link without a target.
 */
export function targetOf(link: string): Target {
  const text = link.trim();
  if (EXTERNAL.test(text)) return { kind: 'external', href: text };
  if (text.startsWith('?') || /^\/(?![/\\])/.test(text)) return { kind: 'internal', to: text };
  return { kind: 'missing', message: text.startsWith('#') && text.length > 1 ? text.slice(1) : null };
}

/**
 * Is `link` the page on show? One with a query is when all of its parameters are; one without is only where there are
 * none, so that `/list` and `/list?yx=1` are not both.
 * @param samePage further paths of the page on show
 */
export function isCurrentPage(
  link: string,
  { pathname, search }: { pathname: string; search: string },
  samePage: readonly string[] = [],
): boolean {
  const [path, query = ''] = link.split('#', 1)[0]?.split('?', 2) ?? [];
  if (path === undefined || !(path === pathname || samePage.includes(path))) return false;
  const parameters = [...new URLSearchParams(query)];
  const here = new URLSearchParams(search);
  return parameters.length === 0
    ? here.size === 0
    : parameters.every(([name, value]) => here.get(name) === value);
}
