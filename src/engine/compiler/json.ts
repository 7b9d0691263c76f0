/** A JSON object whose fields are not known yet. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` when it is an object, else an empty object: so that invalid parts of a file can be walked. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries whose value is an object. */
export function objectEntries(value: unknown): [string, Json][] {
  return Object.entries(asObject(value)).filter((entry): entry is [string, Json] => isObject(entry[1]));
}

/**
 * The own property of `table` with this name, never an inherited one: names come from config files, and may be
 * `constructor` or `toString`.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The text at a place that should hold one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
