import { asObject, isObject, type Json, own } from '../json.ts';
import type { JsonSchema } from './field.ts';
import { deref, type SchemaLibrary } from './library.ts';

/**
 * `value` with the defaults of its schema. References (strings in place of an object or list) stay as they are. With `deep`,
 * missing objects are created when something in them has a default.
 */
export function fillDefaults(
  schema: JsonSchema,
  value: unknown,
  library: SchemaLibrary,
  deep = false,
): unknown {
  const target = deref(schema, library);
  if (Array.isArray(value)) {
    const { items } = target;
    return isObject(items) ? value.map((item) => fillDefaults(items, item, library)) : value;
  }
  if (!isObject(value)) return value;
  const filled: Json = { ...value };
  for (const [name, property] of Object.entries(asObject(target['properties']))) {
    const propertySchema = asObject(property);
    const next = own(filled, name) ?? defaultOf(propertySchema, library, deep);
    if (next !== undefined) filled[name] = fillDefaults(propertySchema, next, library, deep);
  }
  return filled;
}

function defaultOf(schema: JsonSchema, library: SchemaLibrary, deep: boolean): unknown {
  const target = deref(schema, library);
  const given = schema['default'] ?? target['default'];
  if (given !== undefined) return structuredClone(given);
  return deep && target['properties'] !== undefined ? {} : undefined;
}
