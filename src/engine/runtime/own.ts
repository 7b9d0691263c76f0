/**
 * The value under a name that comes from outside: an address, an answer, a config. Names that every object answers to
 * (`constructor`, `toString`) find nothing unless the table has them itself.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
