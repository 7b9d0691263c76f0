import { asList, asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { AnswersConfig } from '#engine/generated/schemas.ts';
import type { Entities } from '../schema/entities.ts';
import { objectOf } from '../schema/object-of.ts';
import { isAbout } from './draft.ts';

/** What data is called inside an envelope. */
const DATA = ['data', 'result', 'results', 'payload', 'content', 'response', 'body', 'value'];

/** A total beside a list, or the way to the next part of it, makes the object a page, not an envelope. */
const PAGE = /^(?:total\w*|count|num_?results|has_?(?:more|next)\w*|next\w*|cursor\w*)$/i;

/** The part of all answers that an envelope must be around, to be that of the site. */
const MOST = 0.5;

const fieldsOf = (schema: JsonSchema, entities: Entities) =>
  asObject(objectOf(schema, entities)['properties']);

/** Is data under this name, and nothing beside it but words about the answer? */
const isWrapped = (fields: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(fields, name) && Object.keys(fields).every((key) => key === name || isAbout(key));

const isList = (schema: unknown, entities: Entities) =>
  entities.resolve(asObject(schema))['type'] === 'array';

/**
 * The envelope that most answers of the document have around their data, and what in it tells a success.
 * @param bodies the schemas of all answers that have a body
 */
export function findEnvelope(
  bodies: readonly JsonSchema[],
  entities: Entities,
): Pick<AnswersConfig, 'data' | 'ok'> {
  const shapes = bodies.map((body) => fieldsOf(body, entities));
  const found = DATA.map((name) => ({ name, wrapped: shapes.filter((fields) => isWrapped(fields, name)) }))
    .filter(
      ({ name, wrapped }) => isEnvelope(name, wrapped, entities) && wrapped.length >= bodies.length * MOST,
    )
    .toSorted((a, b) => b.wrapped.length - a.wrapped.length)[0];
  return found === undefined
    ? { ok: { status: '2xx' } }
    : { data: `/${found.name}`, ok: successIn(found.wrapped) };
}

/** Some answers must hold something else than such a list. */
const isEnvelope = (
  name: string,
  wrapped: readonly Readonly<Record<string, unknown>>[],
  entities: Entities,
) =>
  wrapped.some(
    (fields) => !isList(fields[name], entities) || !Object.keys(fields).some((key) => PAGE.test(key)),
  );

/** Fields that tell a success, and the values that every document means by it. */
const FLAGS: readonly [names: readonly string[], value: boolean][] = [
  [['success', 'ok', 'succeeded', 'is_success', 'isSuccess'], true],
  [['error', 'failed'], false],
];

const CODES = ['code', 'status', 'errcode', 'err_code', 'errno', 'ret'];

type Scalar = string | number | boolean;

/** What in an envelope tells a success: a flag, or a code whose values for a success the document lists. */
function successIn(shapes: readonly Readonly<Record<string, unknown>>[]): NonNullable<AnswersConfig['ok']> {
  const [first = {}] = shapes;
  for (const [names, value] of FLAGS) {
    const name = names.find((one) => asObject(first[one])['type'] === 'boolean');
    if (name !== undefined) return { at: `/${name}`, in: [value] };
  }
  for (const name of CODES) {
    const values = shapes.map((fields) => valuesOf(asObject(fields[name])));
    const all = [...new Set(values.flat())];
    if (all.length > 0 && all.length <= 5 && values.every((one) => one.length > 0))
      return { at: `/${name}`, in: all };
  }
  return { status: '2xx' };
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

const valuesOf = (schema: JsonSchema): Scalar[] =>
  ('const' in schema ? [schema['const']] : asList(schema['enum'])).filter(isScalar);
