import { asList, asObject, isObject, type Json, own } from '../json.ts';
import { memo } from '../memo.ts';
import type { JsonSchema } from '../schema/field.ts';

/**
 * One incompatible change of a block type, as its schema lists it under `migrations`. It is data, so that the same lines
 * serve the check, its fix and the tests; `before` and `after` are frozen examples.
 */
interface Migration {
  /** The version of the schema that the change made. */
  version: number;
  /** Old prop -> its name now. */
  rename: Readonly<Record<string, string>>;
  /** Prop (as it is named now) -> old value -> its value now. */
  values: Readonly<Record<string, Json>>;
  /** Props that are gone. */
  drop: readonly string[];
}

/** What became of one prop of an older version. */
export type Change =
  | { kind: 'rename'; name: string; version: number }
  | { kind: 'drop'; version: number }
  | { kind: 'value'; value: string | number | boolean; version: number };

const migrationsOf: (schema: JsonSchema) => readonly Migration[] = memo((schema) =>
  asList(schema['migrations'])
    .filter(isObject)
    .map((one) => ({
      version: Number(one['version']),
      rename: asObject(one['rename']) as Record<string, string>,
      values: asObject(one['values']) as Record<string, Json>,
      drop: asList(one['drop']).map(String),
    }))
    .toSorted((a, b) => a.version - b.version),
);

/** What changed about a prop since some older version; nothing when it is as the schema has it now. */
export function changesOf(schema: JsonSchema, prop: string, value: unknown): Change[] {
  const current = asObject(schema['properties']);
  const changes: Change[] = [];
  let name = prop;
  let now = value;
  let revalued: number | undefined;
  for (const { version, rename, values, drop } of migrationsOf(schema)) {
    if (drop.includes(name) && !Object.hasOwn(current, name)) return [{ kind: 'drop', version }];
    const next = Object.hasOwn(current, name) ? undefined : own(rename, name);
    if (next !== undefined) {
      name = next;
      changes.splice(0, 1, { kind: 'rename', name, version });
    }
    const mapped = isScalar(now) ? own(asObject(own(values, name)), String(now)) : undefined;
    if (mapped !== undefined && mapped !== now) {
      now = mapped;
      revalued = version;
    }
  }
  if (revalued !== undefined && isScalar(now)) changes.push({ kind: 'value', value: now, version: revalued });
  return changes;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
