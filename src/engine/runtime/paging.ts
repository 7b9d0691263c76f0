import type { Paging } from '#engine/generated/schemas.ts';
import { valueAt } from './pointer.ts';

/** Items on a page where a call asks for no number of them. */
const PAGE_SIZE = 20;

/** The page of a list that a call asks for, and how its API pages. */
export interface PageRequest {
  page: number;
  size: number;
  paging: Paging;
}

const positive = (value: unknown, otherwise: number): number => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
};

/** The page that a query asks for, by the names that every call has for it. */
export const requestedPage = (query: Readonly<Record<string, unknown>>, paging: Paging): PageRequest => ({
  page: positive(query['page'], 1),
  size: positive(query['page_size'], PAGE_SIZE),
  paging,
});

/** The page that a query in the API's own words asks for. */
export function pageIn(
  query: Readonly<Record<string, unknown>>,
  { query: names = {} }: Paging,
): Pick<PageRequest, 'page' | 'size'> {
  const size = positive(names.size === undefined ? undefined : query[names.size], PAGE_SIZE);
  if (names.page !== undefined) return { page: positive(query[names.page], 1), size };
  const skipped = Number(names.offset === undefined ? 0 : (query[names.offset] ?? 0));
  return { page: Math.floor((Number.isFinite(skipped) ? skipped : 0) / size) + 1, size };
}

/** A query with the page in the API's own words. */
export function pagedQuery(
  given: Readonly<Record<string, unknown>>,
  { page, size, paging: { query = {} } }: PageRequest,
): Record<string, unknown> {
  const rest = Object.entries(given).filter(([name]) => name !== 'page' && name !== 'page_size');
  return {
    ...Object.fromEntries(rest),
    ...(query.page !== undefined && { [query.page]: page }),
    ...(query.offset !== undefined && { [query.offset]: (page - 1) * size }),
    ...(query.size !== undefined && { [query.size]: size }),
  };
}

function totalOf(
  total: Paging['total'],
  { data, body, headers }: { data: unknown; body: unknown; headers: Pick<Headers, 'get'> },
): number | undefined {
  if (total === undefined) return undefined;
  const found =
    typeof total === 'string'
      ? valueAt(data, total)
      : 'header' in total
        ? (headers.get(total.header) ?? undefined)
        : valueAt(body, total.answer);
  const number = Number(found ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/**
 * An API's page -> the page that blocks read. Where the API does not say how many there are in all, a full page is taken
 * to have another one after it.
 * @returns undefined when there is no list where one is declared
 */
export function readPage(
  answer: { data: unknown; body: unknown; headers: Pick<Headers, 'get'> },
  { page, size, paging }: PageRequest,
): { list: unknown[]; total: number; page: number; page_size: number } | undefined {
  const list = valueAt(answer.data, paging.list);
  if (!Array.isArray(list)) return undefined;
  const known = (page - 1) * size + list.length;
  const total = totalOf(paging.total, answer) ?? known + (list.length >= size ? 1 : 0);
  return { list, total, page, page_size: size };
}
