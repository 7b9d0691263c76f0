/** What an address in the config or in an answer leads to. */
export type Target =
  | { kind: 'back' }
  /** The page that is open, loaded anew. */
  | { kind: 'here' }
  | { kind: 'internal'; to: string }
  | { kind: 'external'; to: string }
  /** No target (spec §8): the message after its `#`, '' when there is none. */
  | { kind: 'none'; message: string };

const BASE = 'http://internal.invalid';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Sorts an address as a browser would read it, so that `//host`, `/\host` and `javascript:` do not pass for a page of this site.
 * Whatever is neither a page of this site nor http(s) is no target; `?query` is the page on show with other filters.
 */
export function readTarget(link: string): Target {
  const text = link.trim();
  if (text === 'back' || text === 'here') return { kind: text };
  if (text === '' || text.startsWith('#')) return { kind: 'none', message: decode(text.slice(1)) };
  if (text.startsWith('?')) return { kind: 'internal', to: text };
  if (!URL.canParse(text, BASE)) return { kind: 'none', message: '' };
  const url = new URL(text, BASE);
  if (url.origin === BASE) {
    return text.startsWith('/')
      ? { kind: 'internal', to: url.pathname + url.search + url.hash }
      : { kind: 'none', message: '' };
  }
  return url.protocol === 'https:' || url.protocol === 'http:'
    ? { kind: 'external', to: url.href }
    : { kind: 'none', message: '' };
}
