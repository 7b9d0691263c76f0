import { asList, asObject, isObject, type Json, own } from '../json.ts';
import type { JsonSchema } from './field.ts';
import { deref, type SchemaLibrary } from './library.ts';

/**
 * `value` with the defaults of its schema. References (strings in place of an object or list) stay as they are. With `deep`,
 * missing objects are created when something in them has a default, and nothing that they require is missing.
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
    const next = own(filled, name) ?? defaultOf(propertySchema, library);
    if (next !== undefined) filled[name] = fillDefaults(propertySchema, next, library, deep);
    else if (deep) {
      const made = asObject(fillDefaults(propertySchema, {}, library, deep));
      const { required } = deref(propertySchema, library);
      const isWhole = asList(required).every((part) => typeof part === 'string' && Object.hasOwn(made, part));
      if (Object.keys(made).length > 0 && isWhole) filled[name] = made;
    }
  }
  return filled;
}

function defaultOf(schema: JsonSchema, library: SchemaLibrary): unknown {
  const given = schema['default'] ?? deref(schema, library)['default'];
  return given === undefined ? undefined : structuredClone(given);
}
