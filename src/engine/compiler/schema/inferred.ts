import { isObject } from '../json.ts';
import type { JsonSchema } from './field.ts';
import { typeOfValue } from './shape.ts';

/** The schema of values like this one, for what no schema describes: its names are known, and the types of what they hold. */
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
