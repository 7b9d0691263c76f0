import type { CallFields, FieldSchema } from '#engine/generated/schemas.ts';
import { asObject, own } from '../json.ts';
import type { Text } from '../offense.ts';
import { isChinese } from './locale.ts';

/** A JSON Schema fragment, as plain data. */
export type JsonSchema = Record<string, unknown>;

const SCALARS: Record<string, JsonSchema> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  id: { type: 'integer', minimum: 1 },
  /** Yuan, to the fen, as far as columns of prices reach. */
  yuan: { type: 'number', multipleOf: 0.01, maximum: 2e7 },
  /** A day of the calendar, `2026-11-09`. */
  day: { type: 'string', format: 'date' },
  /** 11 digits of a mobile phone; of a `phone` also a landline, `027-88888888` (spec §5). '' where it may be left out. */
  mobile: { type: 'string', format: 'mobile', maxLength: 20 },
  phone: { type: 'string', format: 'phone', maxLength: 20 },
  /** An address of letters, digits, _ and - before the @ (spec §5). '' where it may be left out. */
  email: { type: 'string', format: 'email', maxLength: 100 },
  file: { type: 'string', format: 'binary' },
  any: {},
};

/** Names of types other than entities. */
export const SCALAR_NAMES: ReadonlySet<string> = new Set(Object.keys(SCALARS));

/** `product-card[]?` -> its parts; `name` is a scalar or an entity. */
export function parseTypeExpression(text: string): { name: string; list: boolean; optional: boolean } {
  const optional = text.endsWith('?');
  const bare = optional ? text.slice(0, -1) : text;
  const list = bare.endsWith('[]');
  return { name: list ? bare.slice(0, -2) : bare, list, optional };
}

function schemaOfExpression(text: string): JsonSchema {
  const { name, list } = parseTypeExpression(text);
  const one = own(SCALARS, name) ?? { $ref: `entity:${name}` };
  return list ? { type: 'array', items: one } : one;
}

const CONSTRAINTS = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'description',
] as const;

/**
 * One declared field of a call -> the JSON Schema of its value.
 * `label` becomes `title`, so that a 422 can name the field in the reader's words.
 */
function fieldToSchema(field: FieldSchema, locale: string | undefined): JsonSchema {
  if (typeof field === 'string') return schemaOfExpression(field);
  const schema: JsonSchema = field.fields
    ? fieldsToSchema(field.fields, locale)
    : field.type
      ? { ...schemaOfExpression(field.type) }
      : {};
  const whole = field.list && field.fields ? { type: 'array', items: schema } : schema;
  for (const key of CONSTRAINTS) if (field[key] !== undefined) whole[key] = field[key];
  if (field.label !== undefined) whole['title'] = field.label;
  if (field.example !== undefined) whole['examples'] = [field.example];
  if (field.unit !== undefined) whole['unit'] = field.unit;
  if (field.default !== undefined) whole['default'] = field.default;
  if (field.const !== undefined && field.type === undefined) whole['default'] = field.const;
  return whole;
}

/** Is it of a format that allows the empty text, for optional fields? */
const isContact = ({ format }: JsonSchema): boolean =>
  format === 'mobile' || format === 'phone' || format === 'email';

/** A field that the sender may leave out. */
function isOptional(field: FieldSchema): boolean {
  if (typeof field === 'string') return parseTypeExpression(field).optional;
  return (
    field.optional === true ||
    field.default !== undefined ||
    field.const !== undefined ||
    (field.type !== undefined && parseTypeExpression(field.type).optional)
  );
}

/** Titles of fields that mean the same in every call; a label of the declaration wins. */
const USUAL_NAMES: Readonly<Record<string, Text>> = {
  id: { zh: '编号', en: 'Number' },
  ids: { zh: '编号', en: 'Numbers' },
  keywords: { zh: '关键词', en: 'Keywords' },
  page: { zh: '页码', en: 'Page' },
  page_size: { zh: '每页条数', en: 'Entries per page' },
  total: { zh: '总条数', en: 'Total' },
};

function named(name: string, schema: JsonSchema, locale: string | undefined): JsonSchema {
  const titles = own(USUAL_NAMES, name);
  const isNamed = 'title' in schema || 'description' in schema || '$ref' in schema;
  if (titles === undefined || locale === undefined || isNamed) return schema;
  return { ...schema, title: isChinese(locale) ? titles.zh : titles.en };
}

/** A required phone number or email address must not be empty. */
function propertySchema(field: FieldSchema, locale: string | undefined): JsonSchema {
  const schema = fieldToSchema(field, locale);
  return isContact(schema) && !isOptional(field) ? { minLength: 1, ...schema } : schema;
}

/**
 * A table of fields -> an object schema that refuses unknown keys.
 * @param locale in which fields that say nothing of themselves are named; they stay unnamed without it
 */
export function fieldsToSchema(fields: CallFields, locale?: string): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    additionalProperties: false,
    required: entries.filter(([, field]) => !isOptional(field)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, named(name, propertySchema(field, locale), locale)]),
    ),
  };
}

/** What a response `{ page: product-card }` is a page of; undefined for any other. */
export function pageItemOf(response: unknown): string | undefined {
  const { page, ...rest } = asObject(response);
  const isPage = typeof page === 'string' && Object.keys(rest).length === 0;
  return isPage && parseTypeExpression(page).name !== 'integer' ? page : undefined;
}

/** The `response` of a call -> the JSON Schema of `data`. */
export function responseToSchema(response: unknown, locale?: string): JsonSchema {
  if (response === undefined) return {};
  if (typeof response === 'string') return schemaOfExpression(response);
  const item = pageItemOf(response);
  return fieldsToSchema(
    item === undefined
      ? (response as CallFields)
      : { list: `${item}[]`, total: 'integer', page: 'integer', page_size: 'integer' },
    locale,
  );
}
