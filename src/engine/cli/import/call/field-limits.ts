import { repeatsRepetition } from '#engine/compiler/checks/slow-pattern.ts';
import { asList } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { typeOfValue } from '#engine/compiler/schema/shape.ts';
import type { FieldSchema } from '#engine/generated/schemas.ts';
import type { DocumentNode } from '../document/node.ts';
import type { Losses } from '../loss/losses.ts';
import { isPrintable } from './printable.ts';

/** A field that is more than a type. */
export type FieldParts = Exclude<FieldSchema, string>;

/** The limits that a field can have, as a schema has them. */
const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/** Limits that a field has not: the nearest that it has, for whole numbers. */
const EXCLUSIVE = {
  exclusiveMinimum: {
    limit: 'minimum',
    nearest: (bound: number) => Math.floor(bound) + 1,
    stricter: Math.max,
  },
  exclusiveMaximum: {
    limit: 'maximum',
    nearest: (bound: number) => Math.ceil(bound) - 1,
    stricter: Math.min,
  },
} as const;

/** Keywords that are read, here or by the shape of the field, or that do not limit what is sent. */
const READ = new Set<string>([
  ...LIMITS,
  ...Object.keys(EXCLUSIVE),
  ...'type enum const format pattern default examples title description readOnly writeOnly'.split(' '),
  ...'items properties required additionalProperties $ref oneOf anyOf allOf'.split(' '),
]);

/** The longest pattern that the language allows. */
const PATTERN = 200;

/**
 * The limits of a field that its type does not say. What a field cannot say is reported.
 * @param type of the language
 */
export function limitsOf(
  schema: JsonSchema,
  type: string,
  { at, name, losses }: { at: DocumentNode; name: string; losses: Losses },
): FieldParts {
  const limits: FieldParts = {};
  for (const key of LIMITS) if (typeof schema[key] === 'number') limits[key] = schema[key];
  for (const [key, { limit, nearest, stricter }] of Object.entries(EXCLUSIVE)) {
    const bound = schema[key];
    if (typeof bound !== 'number') continue;
    if (type === 'integer') limits[limit] = stricter(limits[limit] ?? nearest(bound), nearest(bound));
    else losses.add('field-keyword', at, `${name} ${key}: ${bound}`);
  }
  const { pattern, format, const: only, default: usual } = schema;
  if (typeof pattern === 'string') {
    if (pattern.length <= PATTERN && !repeatsRepetition(pattern)) limits.pattern = pattern;
    else losses.add('field-pattern', at, pattern);
  }
  if (typeof format === 'string' && type === 'string') losses.add('field-format', at, name);
  const declared = asList(schema['enum']);
  const choices = declared.filter((one) => fits(one, type, limits));
  if (choices.length < declared.length) losses.add('keyword-value', at, `${name} enum`);
  if (choices.length > 0) limits.enum = choices;
  if (only !== undefined && fits(only, type, limits)) limits.const = only;
  if (usual !== undefined && usual !== null && limits.const === undefined) {
    if (fits(usual, type, limits)) limits.default = usual;
    else losses.add('field-default', at, JSON.stringify(usual));
  }
  for (const key of Object.keys(schema))
    if (!READ.has(key)) losses.add('field-keyword', at, `${name} ${key}: ${JSON.stringify(schema[key])}`);
  return limits;
}

/** Is a value allowed by the type and the limits? A text that begins with `$` would be read as a reference. */
function fits(value: unknown, type: string, limits: FieldParts): boolean {
  if (Array.isArray(value))
    return type.endsWith('[]') && value.every((one) => fits(one, type.slice(0, -2), {}));
  if (typeof value === 'string' && !textFits(value, type, limits)) return false;
  if (
    typeof value === 'number' &&
    !(value >= (limits.minimum ?? value) && value <= (limits.maximum ?? value))
  )
    return false;
  if (limits.enum !== undefined && !limits.enum.includes(value)) return false;
  const own = typeOfValue(value);
  if (type === 'any') return own !== 'object';
  return own === type || (own === 'integer' && type === 'number') || (own === 'string' && type === 'day');
}

function textFits(value: string, type: string, { minLength = 0, maxLength, pattern }: FieldParts): boolean {
  if (value.startsWith('$') || !isPrintable(value)) return false;
  if (value.length < minLength || value.length > (maxLength ?? value.length)) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  return type !== 'day' || /^\d{4}-\d\d-\d\d$/.test(value);
}
