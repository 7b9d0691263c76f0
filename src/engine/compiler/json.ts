/** A JSON object whose fields are not known yet. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at `value`, or an empty one: lets a walk go on over a file that is half right. */
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
 * The value under a name that somebody wrote. Names that every object answers to (`constructor`, `toString`) find
 * nothing unless the table has them itself.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
