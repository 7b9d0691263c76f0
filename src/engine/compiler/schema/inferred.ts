import { isObject } from '../json.ts';
import type { JsonSchema } from './field.ts';
import { typeOfValue } from './shape.ts';

/** A schema inferred from a value, for values that have no schema: its property names and their types. */
export function inferredSchema(value: unknown): JsonSchema {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) {
    const items = new Map(value.map((item) => [JSON.stringify(inferredSchema(item)), inferredSchema(item)]));
    return {
      type: 'array',
      items: items.size > 1 ? { anyOf: [...items.values()] } : ([...items.values()][0] ?? {}),
    };
  }
  if (!isObject(value)) return { type: typeOfValue(value) };
  const properties = Object.entries(value).map(([name, item]) => [name, inferredSchema(item)]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}
