/** Where a link leads: a page of this site, somewhere else, or nowhere yet. */
export type Target =
  | { kind: 'internal'; to: string }
  | { kind: 'external'; href: string }
  | { kind: 'missing'; message: string | null };

const EXTERNAL = /^(https?:\/\/|mailto:|tel:)/i;

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
