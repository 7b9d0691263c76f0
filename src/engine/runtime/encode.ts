import type { SiteConfig } from '#engine/generated/schemas.ts';
import { own } from './own.ts';

type Pair = [name: string, value: string | Blob];

/** How an API wants its values written; `api.query` of `site.yaml`. */
export type ValueStyle = SiteConfig['api']['query'];

function scalar(value: unknown, { booleans }: ValueStyle): string {
  return booleans === 'digits' && typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

const isScalar = (value: unknown): value is string | number | boolean | null | undefined =>
  typeof value !== 'object' || value === null;

/** The name of each item of a list; a list of objects needs numbers, so that each item's fields stay together. */
function itemName(name: string, index: number, list: readonly unknown[], { lists }: ValueStyle): string {
  if (lists === 'indices' || !list.every(isScalar)) return `${name}[${index}]`;
  return lists === 'brackets' ? `${name}[]` : name;
}

/**
 * A value -> pairs with bracketed names (`lines[0][id]`), in order.
 * What is null or undefined, and a list or object with nothing in it, makes no pair.
 */
function toPairs(value: unknown, name: string, style: ValueStyle): Pair[] {
  if (value === null || value === undefined) return [];
  if (value instanceof Blob) return [[name, value]];
  if (typeof value !== 'object') return [[name, scalar(value, style)]];
  if (Array.isArray(value)) {
    if (style.lists === 'comma' && value.length > 0 && value.every(isScalar))
      return [[name, value.map((item) => scalar(item, style)).join(',')]];
    return value.flatMap((item, index) => toPairs(item, itemName(name, index, value, style), style));
  }
  return Object.entries(value).flatMap(([key, item]) =>
    toPairs(item, name === '' ? key : `${name}[${key}]`, style),
  );
}

/** An object -> `application/x-www-form-urlencoded` text. */
export function encodeForm(value: object, style: ValueStyle): string {
  return toPairs(value, '', style)
    .map(
      ([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(item instanceof Blob ? '' : item)}`,
    )
    .join('&');
}

/** An object -> a multipart body; files stay files. */
export function encodeMultipart(value: object, style: ValueStyle): FormData {
  const data = new FormData();
  for (const [name, item] of toPairs(value, '', style)) data.append(name, item);
  return data;
}

/** Query values -> query text in a stable order; empty text is left out like null and undefined. */
export function encodeQuery(query: Readonly<Record<string, unknown>>, style: ValueStyle): string {
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  return encodeForm(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), style);
}

/** Browsers and servers read these as a way up, however they are escaped: another call would be made. */
const DOTS: ReadonlySet<string> = new Set(['', '.', '..']);

/** `/api/cart/{id}/edit` with its parameters; undefined when one has no value that can stand in a path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string | undefined {
  let complete = true;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given = own(params, name);
    const value = isScalar(given) ? String(given ?? '') : '';
    if (DOTS.has(value)) complete = false;
    return encodeURIComponent(value);
  });
  return complete ? filled : undefined;
}

/** Values that a caller gives over those that are sent when it gives none. */
export function withDefaults(
  defaults: Readonly<Record<string, unknown>> | undefined,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return { ...defaults, ...Object.fromEntries(kept) };
}
