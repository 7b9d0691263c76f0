import { isDeepStrictEqual } from 'node:util';
import { asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { AnswersConfig, CallConfig, Paging } from '#engine/generated/schemas.ts';
import { valueAt } from '#engine/runtime/pointer.ts';
import { type AnswerDraft, schemaAt } from '../answer/draft.ts';
import { type FoundPage, findPage } from '../answer/page.ts';
import type { Operation } from '../document/operations.ts';
import type { Entities } from '../schema/entities.ts';
import { withExample } from '../schema/examples.ts';
import { splitNotes } from '../schema/nullable.ts';
import { objectOf } from '../schema/object-of.ts';
import { entityIn } from '../schema/translate.ts';
import { isAnything } from './field-type.ts';
import type { Reading } from './reading.ts';

/** The data of an answer, out of the envelope of the site. */
export interface AnswerData {
  /** undefined for an answer without a body. */
  data: JsonSchema | undefined;
  /** Where the answer is written in another way than the site says. */
  answers: AnswersConfig | undefined;
  found: FoundPage | undefined;
}

/** What every answer of the site must hold to be read; '' where there is no such thing. */
function needed({ ok }: AnswersConfig): string {
  const conditions = ok === undefined || Array.isArray(ok) ? (ok ?? []) : [ok];
  return conditions.filter((one) => 'at' in one).find((one) => !one.in.includes(null))?.at ?? '';
}

/** Takes an answer out of the envelope that the site has. */
export function openAnswer(
  operation: Operation,
  { schema, headers, example, others }: AnswerDraft,
  site: AnswersConfig,
  entities: Entities,
): AnswerData {
  const byStatus: AnswersConfig = { ok: { status: '2xx' } };
  const tellsBy = needed(site);
  if (schema === undefined)
    return { data: undefined, answers: tellsBy === '' ? undefined : byStatus, found: undefined };
  if (isAnything(schema)) return { data: schema, answers: undefined, found: undefined };
  const inside = schemaAt(schema, site.data ?? '', entities);
  const own = {
    ...(inside === undefined && { data: '' }),
    ...(schemaAt(schema, tellsBy, entities) === undefined && byStatus),
  };
  const data = inside ?? schema;
  for (const other of others)
    if (!isDeepStrictEqual(schemaAt(other.schema, site.data ?? '', entities) ?? other.schema, data))
      operation.losses.add('answer-others', other.at, other.status);
  const body = data === schema ? undefined : schema;
  const shown = valueAt(example, inside === undefined ? '' : (site.data ?? ''));
  return {
    data: withExample(data, shown),
    answers: Object.keys(own).length > 0 ? own : undefined,
    found: findPage(operation, { data, body, headers }, entities),
  };
}

/** What blocks read of a page. */
const PAGE = ['list', 'total', 'page', 'page_size'];

/** Is a page written as blocks read it, and asked for by the names that they have for it? */
export function isNativePage(
  { paging: { list, total, query = {} } }: FoundPage,
  data: JsonSchema,
  entities: Entities,
): boolean {
  const fields = asObject(objectOf(data, entities)['properties']);
  const isNamed =
    query.offset === undefined &&
    (query.page ?? 'page') === 'page' &&
    (query.size ?? 'page_size') === 'page_size';
  return (
    isNamed && list === '/list' && total === '/total' && PAGE.every((name) => Object.hasOwn(fields, name))
  );
}

/** `response` of a call, with what the site does not say about its pages. */
export function responseOf(
  operation: Operation,
  { data, found }: AnswerData,
  site: Paging | undefined,
  { entities, name, words }: Pick<Reading, 'entities' | 'name' | 'words'>,
): Pick<CallConfig, 'response' | 'page'> {
  const key = `${name} answer`;
  if (data === undefined) return {};
  if (found === undefined) {
    const response = typeOf(withTitle(data, operation), key, words, entities);
    return response === undefined ? {} : { response };
  }
  const page = typeOf(found.item, `${key} item`, [...words, 'item'], entities) ?? 'any';
  const isSaid =
    site === undefined ? isNativePage(found, data, entities) : isDeepStrictEqual(found.paging, site);
  return { response: { page }, ...(!isSaid && { page: found.paging }) };
}

/** An answer without a title is called what the operation is called. */
function withTitle(data: JsonSchema, { node }: Operation): JsonSchema {
  const summary = asObject(node.value)['summary'];
  return data['$ref'] !== undefined || data['title'] !== undefined || typeof summary !== 'string'
    ? data
    : { title: summary, ...data };
}

/** A schema as a type of the language; undefined for one that allows everything. */
function typeOf(
  schema: JsonSchema,
  key: string,
  words: readonly string[],
  entities: Entities,
): string | undefined {
  const plain = plainType(schema);
  if (plain !== undefined || isAnything(schema)) return plain;
  const { type, items } = schema;
  const limits = Object.keys(splitNotes(schema)[1]);
  if (type === 'array' && limits.every((limit) => limit === 'type' || limit === 'items')) {
    const item = typeOf(asObject(items), `${key} item`, [...words, 'item'], entities) ?? 'any';
    return item.endsWith('[]') ? entityIn(String(entities.add(key, words, schema)['$ref'])) : `${item}[]`;
  }
  return entityIn(String(entities.add(key, words, schema)['$ref']));
}

/** The name of an entity, or of a type without limits. */
function plainType(schema: JsonSchema): string | undefined {
  const { $ref: ref, type, format } = schema;
  if (typeof ref === 'string') return entityIn(ref);
  if (typeof type !== 'string' || !['string', 'integer', 'number', 'boolean'].includes(type))
    return undefined;
  const limits = Object.keys(splitNotes(schema)[1]).filter((key) => key !== 'type');
  if (limits.length === 0) return type;
  return limits.join() === 'format' && format === 'date' ? 'day' : undefined;
}
