import { asList } from '../json.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes } from '../schema/shape.ts';
import type { TextNode } from './nodes.ts';

/** The target of a link in a config. */
export type LinkTarget =
  /** A page of the shop; `path` without query and hash. */
  | { kind: 'page'; path: string }
  /** A valid target outside the pages, or one that is only known when the page runs. */
  | { kind: 'elsewhere' }
  | { kind: 'unsafe'; why: 'scheme' | 'host' }
  /** Neither a path nor a URL. */
  | { kind: 'odd' };

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** Paths that the server handles itself. */
const SERVED = ['/api/', '/img/'];

/** Browsers skip blanks and control characters in an address, wherever they stand. */
const withoutBlanks = (text: string) =>
  /\s|\p{Cc}/u.test(text)
    ? Array.from(text)
        .filter((character) => character > ' ')
        .join('')
    : text;

/** Classifies a link as written; `back`, `here` and `#message` (a link with no target) are fine. */
export function readLink(text: string): LinkTarget {
  const bare = withoutBlanks(text);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  if (scheme !== undefined)
    return SCHEMES.has(scheme) ? { kind: 'elsewhere' } : { kind: 'unsafe', why: 'scheme' };
  if (/^[/\\]{2}|^\/\\|^\\/.test(bare)) return { kind: 'unsafe', why: 'host' };
  if (bare === '' || bare === 'back' || bare === 'here' || /^[#?$]/.test(bare) || bare.startsWith('{$'))
    return { kind: 'elsewhere' };
  if (!bare.startsWith('/')) return { kind: 'odd' };
  const path = bare.replace(/[?#].*$/, '');
  return SERVED.some((prefix) => path.startsWith(prefix)) ? { kind: 'elsewhere' } : { kind: 'page', path };
}

/** Is this string used as an address? */
export function isLink({ use, expected }: TextNode, library: SchemaLibrary): boolean {
  return (
    use === 'link' || expected['format'] === 'link' || asList(shapes(expected, library)).some(hasLinkFormat)
  );
}

const hasLinkFormat = (shape: unknown) =>
  typeof shape === 'object' && shape !== null && 'format' in shape && shape.format === 'link';
