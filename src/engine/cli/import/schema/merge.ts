import { isObject, own } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';

type Values = readonly unknown[];

/** Two values of one keyword -> the value that means both; undefined where only both together do. */
type Join = (one: unknown, other: unknown) => unknown;

const listOf = (value: unknown): Values => (Array.isArray(value) ? value : [value]);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const common = (one: unknown, other: unknown) =>
  listOf(one).filter((value) => listOf(other).some((also) => same(value, also)));

const greater: Join = (one, other) => Math.max(Number(one), Number(other));
const lesser: Join = (one, other) => Math.min(Number(one), Number(other));
const either: Join = (one, other) => [...new Set([...listOf(one), ...listOf(other)])];
const later: Join = (_, other) => other;
const joined: Join = (one, other) =>
  isObject(one) && isObject(other) ? mergeSchemas([one, other]) : undefined;

const enumOf: Join = (one, other) => {
  const both = common(one, other);
  return both.length > 0 ? both : undefined;
};

/** An integer is a number. */
const typeOf: Join = (one, other) => {
  const [a, b] = [listOf(one), listOf(other)];
  const both = [...new Set([...a, ...b])].filter((type) =>
    [a, b].every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
  );
  return both.length > 1 ? both : both[0];
};

const propertiesOf: Join = (one, other) => {
  if (!isObject(one) || !isObject(other)) return undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergeSchemas([own(one, name), own(other, name)].filter(isObject))]),
  );
};

const openness: Join = (one, other) => {
  if (isObject(one) && isObject(other)) return joined(one, other);
  return isObject(one) ? one : other;
};

const JOINS: Readonly<Record<string, Join>> = {
  type: typeOf,
  enum: enumOf,
  required: either,
  properties: propertiesOf,
  patternProperties: propertiesOf,
  additionalProperties: openness,
  items: joined,
  minimum: greater,
  exclusiveMinimum: greater,
  minLength: greater,
  minItems: greater,
  minProperties: greater,
  maximum: lesser,
  exclusiveMaximum: lesser,
  maxLength: lesser,
  maxItems: lesser,
  maxProperties: lesser,
  uniqueItems: (one, other) => one === true || other === true,
  allOf: either,
  title: later,
  description: later,
  default: later,
  examples: later,
  deprecated: later,
  readOnly: later,
  writeOnly: later,
};

const isReference = (schema: JsonSchema) => '$ref' in schema;

/**
 * Parts that each close themselves would leave no object at all: what authors mean is the sum of the parts, closed where all
 * of them are.
 */
function opened(parts: readonly JsonSchema[]): readonly JsonSchema[] {
  const objects = parts.filter(({ properties }) => isObject(properties));
  if (objects.every((part) => part['additionalProperties'] === false)) return parts;
  return parts.map((part) => {
    if (part['additionalProperties'] !== false) return part;
    const { additionalProperties: _, ...open } = part;
    return open;
  });
}

/** The parts of an `allOf` as one schema; what cannot be joined stays in an `allOf` of its own. */
export function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...rest] = opened(parts).filter((part) => Object.keys(part).length > 0);
  return rest.reduce(mergeTwo, first);
}

function mergeTwo(merged: JsonSchema, part: JsonSchema): JsonSchema {
  if (same(merged, part)) return merged;
  if (isReference(merged) || isReference(part)) return { allOf: [...conjuncts(merged), ...conjuncts(part)] };
  const whole: JsonSchema = { ...merged };
  const apart: JsonSchema = {};
  for (const [keyword, value] of Object.entries(part)) {
    const before = own(merged, keyword);
    const join = own(JOINS, keyword);
    const both = before === undefined || same(before, value) ? value : join?.(before, value);
    if (both === undefined) apart[keyword] = value;
    else whole[keyword] = both;
  }
  if (Object.keys(apart).length === 0) return whole;
  return { ...whole, allOf: [...(whole['allOf'] === undefined ? [] : listOf(whole['allOf'])), apart] };
}

const conjuncts = (schema: JsonSchema): Values =>
  Object.keys(schema).length === 1 && Array.isArray(schema['allOf']) ? schema['allOf'] : [schema];
