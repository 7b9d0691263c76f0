import type { Json } from './json.ts';
import { certain } from './nearest.ts';

/**
 * The key of an object that is `key`, or certainly a slip for it: what stands there is then known to everything that reads
 * it, and only the slip itself is told. `known`: all keys that the object may have.
 */
export function keyMeant(value: Json, key: string, known: readonly string[]): string {
  if (Object.hasOwn(value, key)) return key;
  return Object.keys(value).find((given) => !known.includes(given) && certain(given, known) === key) ?? key;
}
