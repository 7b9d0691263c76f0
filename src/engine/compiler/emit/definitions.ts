import type { SchemaLibrary } from '../schema/library.ts';

/** Entity schemas for validators: each with its `$id`, referring to others by theirs. */
export function emitDefinitions(library: SchemaLibrary): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    [...library.entities].map(([name, schema]) => [name, { $id: `entity:${name}`, ...schema }]),
  );
}
