import { asList, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';

const NULL: JsonSchema = { type: 'null' };

/** Keywords that say something about a value without limiting it: they stand outside of its alternatives. */
const NOTES = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly']);

/** Is it the schema of null alone? */
export const isNull = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' ||
    ('const' in schema && schema['const'] === null) ||
    (Array.isArray(schema['enum']) &&
      schema['enum'].length > 0 &&
      schema['enum'].every((one) => one === null)));

/** The part of a schema that only comments, and the part that limits. */
export function splitNotes(schema: JsonSchema): [notes: JsonSchema, limits: JsonSchema] {
  const entries = Object.entries(schema);
  return [
    Object.fromEntries(entries.filter(([key]) => NOTES.has(key))),
    Object.fromEntries(entries.filter(([key]) => !NOTES.has(key))),
  ];
}

/** A schema that also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const [notes, limits] = splitNotes(schema);
  const { type, enum: choices, ...others } = limits;
  if (Object.keys(limits).length === 0) return schema;
  const alternatives = (['oneOf', 'anyOf'] as const).find((key) => key in limits);
  if (alternatives !== undefined && Object.keys(limits).length === 1) {
    const branches = asList(limits[alternatives]);
    return branches.some(isNull) ? schema : { ...notes, [alternatives]: [...branches, NULL] };
  }
  if (type === undefined || 'const' in limits || Object.keys(others).some((key) => COMBINING.has(key)))
    return { ...notes, anyOf: [limits, NULL] };
  const types = [type].flat();
  return {
    ...notes,
    ...limits,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(choices !== undefined && { enum: [...new Set([...asList(choices), null])] }),
  };
}

/** Keywords under which null would still be refused if only the type allowed it. */
const COMBINING: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf', '$ref', 'not']);
