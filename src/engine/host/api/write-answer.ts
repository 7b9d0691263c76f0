import type { CallBinding, ErrorsConfig, Paging, SiteConfig } from '#engine/generated/schemas.ts';
import { type AnswerShape, answersOf, conditionsOf, placesOf } from '#engine/runtime/answer.ts';
import { withValueAt } from '#engine/runtime/pointer.ts';

/** The body and headers of an answer, as the API of the site would write them. */
export interface WrittenAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A page as its blocks read it, as the API writes it. */
function writePage(
  data: unknown,
  paging: Paging,
): { data: unknown; answer: Json; headers: Record<string, string> } {
  const { list, total } = isObject(data) ? data : {};
  const inner = withValueAt(undefined, paging.list, list);
  if (paging.total === undefined) return { data: inner, answer: {}, headers: {} };
  if (typeof paging.total === 'string')
    return { data: withValueAt(inner, paging.total, total), answer: {}, headers: {} };
  if ('header' in paging.total)
    return { data: inner, answer: {}, headers: { [paging.total.header]: String(total) } };
  return { data: inner, answer: withValueAt({}, paging.total.answer, total) as Json, headers: {} };
}

/** A code that the API does not count as success. */
const failureCode = (known: readonly unknown[]): unknown =>
  known.every((code) => typeof code === 'boolean') ? false : 500;

/** Writes answers as the API of a site does: what `readAnswer` reads, the other way round. */
export function createWriter(site: SiteConfig, errors: Pick<ErrorsConfig, 'success'>) {
  const usual = answersOf(site, errors);

  function success(data: unknown, { answers, paged }: CallBinding): WrittenAnswer {
    const shape: AnswerShape = { ...usual, ...answers };
    const paging = paged === true ? site.api.page : paged;
    const page = paging ? writePage(data, paging) : { data, answer: {}, headers: {} };
    const started = conditionsOf(shape).reduce<unknown>(
      (known, one) => ('at' in one && one.in[0] !== null ? withValueAt(known, one.at, one.in[0]) : known),
      {},
    );
    const empty = Array.isArray(page.data) || !isObject(page.data);
    const body = withValueAt({ ...(started as Json), ...page.answer }, shape.data, page.data);
    return { status: 200, headers: page.headers, body: shape.data === '' && empty ? page.data : body };
  }

  function failure(
    status: number,
    message: string,
    { answers }: Pick<CallBinding, 'answers'> = {},
  ): WrittenAnswer {
    const shape: AnswerShape = { ...usual, ...answers };
    const denied = conditionsOf(shape).find((one) => 'at' in one);
    const [code] = placesOf(shape.code);
    const [text] = placesOf(shape.message);
    const parts: [pointer: string | undefined, value: unknown][] = [
      [denied?.at, denied?.in.includes(null) ? [{ message }] : failureCode(denied?.in ?? [])],
      [code, status],
      [text, message],
    ];
    const body = parts.reduce<unknown>(
      (known, [pointer, value]) => (pointer === undefined ? known : withValueAt(known, pointer, value)),
      {},
    );
    return { status, headers: {}, body };
  }

  return { success, failure };
}

export type AnswerWriter = ReturnType<typeof createWriter>;
