import { asObject } from '../json.ts';
import type { SchemaLibrary } from '../schema/library.ts';

/** Is it a valid name of a call or a slot? Invalid ones are reported by config-shape. */
export function isNameOf(schema: 'call' | 'slot', name: string, { config }: SchemaLibrary): boolean {
  const { pattern } = asObject(config.get(schema)?.['propertyNames']);
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(name);
}
