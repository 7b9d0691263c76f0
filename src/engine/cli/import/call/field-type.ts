import { asList, asObject, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { typeOfValue } from '#engine/compiler/schema/shape.ts';
import { isNull, splitNotes } from '../schema/nullable.ts';
import { isFieldName } from './printable.ts';

export const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Fields of a nested object that are written in the call itself. */
const NESTED = 12;

/** A schema without null, and whether it allowed it. */
export function withoutNull(schema: JsonSchema): [schema: JsonSchema, isNullable: boolean] {
  for (const key of ['oneOf', 'anyOf']) {
    const branches = asList(schema[key]);
    const others = branches.filter((branch) => !isNull(branch));
    if (others.length === branches.length) continue;
    const { [key]: _, ...rest } = schema;
    return [others.length === 1 ? { ...asObject(others[0]), ...rest } : { ...rest, [key]: others }, true];
  }
  const types = asList(schema['type']);
  if (!types.includes('null')) return [schema, false];
  const kept = types.filter((type) => type !== 'null');
  const choices = Array.isArray(schema['enum']) && { enum: schema['enum'].filter((one) => one !== null) };
  return [{ ...schema, type: kept.length === 1 ? kept[0] : kept, ...choices }, true];
}

/** The type of the language for a value without parts; undefined for any other. */
export function scalarOf({ type, format, enum: choices, const: only }: JsonSchema): string | undefined {
  if (type === 'string') return format === 'binary' ? 'file' : format === 'date' ? 'day' : 'string';
  if (typeof type === 'string') return SCALARS.has(type) ? type : undefined;
  if (type !== undefined) return undefined;
  const values = only === undefined ? asList(choices) : [only];
  const [first, ...others] = new Set(values.map(typeOfValue));
  return first !== undefined && others.length === 0 && SCALARS.has(first) ? first : undefined;
}

/** Does a schema say nothing about the value, or only that it is an object? */
export const isAnything = (schema: JsonSchema): boolean =>
  Object.entries(splitNotes(schema)[1]).every(([key, value]) => key === 'type' && value === 'object');

/** Is something in it a list or an object? */
export const hasParts = (schema: JsonSchema): boolean =>
  '$ref' in schema ||
  [schema['type']].flat().some((type) => type === 'object' || type === 'array') ||
  ['oneOf', 'anyOf', 'allOf'].some((key) =>
    asList(schema[key]).some((branch) => isObject(branch) && hasParts(branch)),
  );

/** Is it an object with a few plain fields, of which a call can say everything? */
export function isNested(schema: JsonSchema, depth = 0): boolean {
  const properties = Object.entries(asObject(schema['properties']));
  const others = Object.keys(splitNotes(schema)[1]).filter((key) => !OBJECT.has(key));
  if (depth > 1 || properties.length === 0 || properties.length > NESTED || others.length > 0) return false;
  if (isObject(schema['additionalProperties'])) return false;
  return properties.every(([name, property]) => isFieldName(name) && isPlain(asObject(property), depth));
}

const OBJECT = new Set(['type', 'properties', 'required', 'additionalProperties']);

function isPlain(property: JsonSchema, depth: number): boolean {
  if ('$ref' in property) return true;
  if (property['type'] !== 'array') return scalarOf(property) !== undefined || isNested(property, depth + 1);
  const items = asObject(property['items']);
  return '$ref' in items || (Object.keys(splitNotes(items)[1]).join() === 'type' && isPlain(items, depth));
}
