import { isObject } from '#engine/compiler/json.ts';
import { typeOfValue } from '#engine/compiler/schema/shape.ts';
import { type DocumentNode, entriesOf, itemsOf } from '../document/node.ts';
import type { Losses } from '../loss/losses.ts';
import type { LossCode } from '../loss/words.ts';

/** The schema that a keyword stands in. */
interface Around {
  schema: Readonly<Record<string, unknown>>;
  losses: Losses;
  /** Translates a schema inside of it. */
  inner: (node: DocumentNode) => unknown;
}

/** Reads the value of a keyword for an entity's schema. undefined: it says nothing. */
type ReadKeyword = (node: DocumentNode, around: Around) => unknown;

/** Why a keyword is left out, with what its line shows. */
export class Refused {
  readonly code: LossCode;
  readonly detail: string | undefined;

  constructor(code: LossCode, detail?: string) {
    this.code = code;
    this.detail = detail;
  }
}

const WRONG = new Refused('keyword-value');

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Formats that the engine's validators know. */
const FORMATS = new Set(['date-time', 'date', 'uri', 'email', 'binary']);

/** Formats of numbers that say how many bits they have: every one is a number in JSON. */
const WIDTHS = new Set(['int32', 'int64', 'float', 'double']);

const text: ReadKeyword = ({ value }) =>
  typeof value === 'string' ? (value.trim() === '' ? undefined : value) : WRONG;
const flag: ReadKeyword = ({ value }) => (typeof value === 'boolean' ? value || undefined : WRONG);
const positive: ReadKeyword = ({ value }) => (typeof value === 'number' && value > 0 ? value : WRONG);
const figure: ReadKeyword = ({ value }) =>
  typeof value === 'number' && Number.isFinite(value) ? value : WRONG;
const count: ReadKeyword = ({ value }) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : WRONG;
/** A `$ref` within a value is no reference, but whoever reads the schema would take it for one. */
const isValue = (value: unknown): boolean => !JSON.stringify(value).includes('"$ref"');
const anything: ReadKeyword = ({ value }) => (isValue(value) ? value : WRONG);
const schema: ReadKeyword = (node, { inner }) => inner(node);
const schemas: ReadKeyword = (node, { inner }) =>
  Array.isArray(node.value) ? itemsOf(node).map(inner) : WRONG;

/** `__proto__` is no name that a program can carry along safely. */
const named: ReadKeyword = (node, { losses, inner }) => {
  if (!isObject(node.value)) return WRONG;
  return Object.fromEntries(
    entriesOf(node).flatMap(([name, property]) => {
      if (name !== '__proto__') return [[name, inner(property)]];
      losses.add('property-unsafe', property, name);
      return [];
    }),
  );
};

const type: ReadKeyword = ({ value }) => {
  const types = [value].flat().filter((one) => typeof one === 'string' && TYPES.has(one));
  if (types.length === 0) return new Refused('type-unknown', JSON.stringify(value));
  return types.length === 1 ? types[0] : types;
};

/** Values that the type beside them refuses could never occur. */
const choices: ReadKeyword = (node, { schema: { type: types }, losses }) => {
  const { value } = node;
  if (!Array.isArray(value) || !isValue(value)) return WRONG;
  const allowed = new Set([types].flat());
  const kept = value.filter((one) => {
    const own = typeOfValue(one);
    if (one === null || types === undefined || allowed.has(own)) return true;
    return own === 'integer' && allowed.has('number');
  });
  const unique = [...new Map(kept.map((one) => [JSON.stringify(one), one])).values()];
  if (unique.length === 0) return WRONG;
  if (kept.length < value.length) losses.add('keyword-value', node, 'enum');
  return unique;
};

const required: ReadKeyword = ({ value }) => {
  if (!Array.isArray(value)) return WRONG;
  const names = [...new Set(value.filter((name) => typeof name === 'string'))];
  return names.length > 0 ? names : undefined;
};

const format: ReadKeyword = ({ value }) => {
  if (typeof value !== 'string') return WRONG;
  if (WIDTHS.has(value)) return undefined;
  return FORMATS.has(value) ? value : new Refused('format-unknown', value);
};

/** Unicode mode, as validators have it. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

const pattern: ReadKeyword = ({ value }) => {
  if (typeof value !== 'string') return WRONG;
  return isPattern(value) ? value : new Refused('pattern-invalid', value);
};

const patterned: ReadKeyword = (node, around) => {
  const names = isObject(node.value) ? Object.keys(node.value) : [];
  const odd = names.find((name) => !isPattern(name));
  return odd === undefined ? named(node, around) : new Refused('pattern-invalid', odd);
};

/** `true` and `{}` allow what is allowed without a word. */
const openness: ReadKeyword = (node, { inner }) => {
  if (node.value === false) return false;
  const isOpen = node.value === true || (isObject(node.value) && Object.keys(node.value).length === 0);
  return isOpen ? undefined : inner(node);
};

/** A list of schemas is a tuple in older drafts. */
const items: ReadKeyword = (node, around) => (Array.isArray(node.value) ? WRONG : schema(node, around));

/** The keywords of a schema in the order in which they are written; those that combine schemas are read apart. */
export const KEYWORDS: Readonly<Record<string, ReadKeyword>> = {
  title: text,
  description: text,
  type,
  const: anything,
  enum: choices,
  format,
  pattern,
  contentEncoding: text,
  contentMediaType: text,
  minimum: figure,
  exclusiveMinimum: figure,
  maximum: figure,
  exclusiveMaximum: figure,
  multipleOf: positive,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minProperties: count,
  maxProperties: count,
  required,
  additionalProperties: openness,
  unevaluatedProperties: openness,
  propertyNames: schema,
  properties: named,
  patternProperties: patterned,
  prefixItems: schemas,
  items,
  contains: schema,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: schema,
  else: schema,
  default: anything,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
};

const ORDER = new Map(Object.keys(KEYWORDS).map((keyword, index) => [keyword, index]));

/** A schema with its keywords in the order in which they are written: what it is first, examples last. */
export function inOrder(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rank = (keyword: string) =>
    ORDER.get(keyword) ?? (keyword === 'examples' ? ORDER.size + 1 : ORDER.size);
  return Object.fromEntries(Object.entries(schema).toSorted(([a], [b]) => rank(a) - rank(b)));
}

/** Read apart, or without a meaning for the values: documentation, XML, identifiers. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  ...'$ref allOf oneOf anyOf nullable discriminator example examples xml externalDocs'.split(' '),
  ...'$comment $id $schema $anchor $defs definitions'.split(' '),
]);
