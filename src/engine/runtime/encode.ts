import { own } from './own.ts';

type Pair = [name: string, value: string | Blob];

/** Flags are 0 / 1 in every call of spec §7. */
function scalar(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/**
 * A value -> pairs with bracketed names (`params[0][goods_id]`), in order.
 * What is null or undefined, and a list or object with nothing in it, makes no pair.
 */
function toPairs(value: unknown, name: string): Pair[] {
  if (value === null || value === undefined) return [];
  if (value instanceof Blob) return [[name, value]];
  if (typeof value !== 'object') return [[name, scalar(value)]];
  return Object.entries(value).flatMap(([key, item]) => toPairs(item, name === '' ? key : `${name}[${key}]`));
}

/** An object -> `application/x-www-form-urlencoded` text. */
export function encodeForm(value: object): string {
  return toPairs(value, '')
    .map(
      ([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(item instanceof Blob ? '' : item)}`,
    )
    .join('&');
}

/** An object -> a multipart body; files stay files. */
export function encodeMultipart(value: object): FormData {
  const data = new FormData();
  for (const [name, item] of toPairs(value, '')) data.append(name, item);
  return data;
}

/** Query values -> query text in a stable order; empty text is left out like null and undefined. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  return encodeForm(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** `/api/cart/{id}/edit` with its parameters; undefined when one has no value. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string | undefined {
  let complete = true;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = own(params, name);
    if (value === undefined || value === null || value === '') complete = false;
    return encodeURIComponent(scalar(value));
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
