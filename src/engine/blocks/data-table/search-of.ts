import { own } from '#engine/runtime/own.ts';

/** Says where in a list the reader is, not what is looked for. */
const PLACE = 'page';

/** The filters as they stand behind the question mark of an address: without empty ones and the page, in a fixed order. */
export function searchOf(filters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(filters).toSorted()) {
    const value: unknown = own(filters, name);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (text) => (typeof text === 'string' || typeof text === 'number') && text !== '',
    );
    if (name !== PLACE) for (const text of texts) search.append(name, String(text));
  }
  return search.toString();
}

/** The same for filters that were kept as such a text. */
export const sameSearch = (one: string, other: string): boolean =>
  searchOf(Object.fromEntries(new URLSearchParams(one))) ===
  searchOf(Object.fromEntries(new URLSearchParams(other)));
