import { isObject } from '#engine/compiler/json.ts';
import type { Entity } from '../schema/entities.ts';
import { entityIn } from '../schema/translate.ts';
import { fingerprint } from './fingerprint.ts';
import { jsonText } from './json-text.ts';
import type { Written } from './lock.ts';
import type { Outcome, Planned } from './outcome.ts';

/** The texts of the project by path; null for a file that goes. */
export type Files = Map<string, string | null>;

/** The value of a JSON file; undefined for a text that is none. */
function parsed(text: string | null | undefined): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Of a schema as it stands in its file; undefined where there is none. */
function present(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  const value = parsed(text);
  return isObject(value) ? fingerprint(value) : 'unreadable';
}

/**
 * Decides for each entity what becomes of it, and writes it into `files`.
 * @param locked what was written in the run before, by definition
 */
export function planEntities(
  entities: Iterable<Entity>,
  files: Files,
  pathOf: (name: string) => string,
  locked: ReadonlyMap<string, Written>,
): { planned: Planned[]; written: Map<string, Written> } {
  const written = new Map<string, Written>();
  // A definition that has moved within the document has kept its name.
  const before = new Map([...locked.values()].map(({ name, hash }) => [name, hash]));
  const planned = [...entities].map(({ key, name, schema }): Planned => {
    const file = pathOf(name);
    const hash = fingerprint(schema);
    const own = present(files.get(file));
    const outcome = outcomeOf(own, before.get(name), hash);
    if (outcome === 'written' || outcome === 'updated') files.set(file, jsonText(schema));
    if (outcome !== 'taken') written.set(key, { name, hash });
    return { key, name, file, outcome };
  });
  return { planned, written };
}

/**
 * @param own what stands in the file
 * @param before what was written there
 * @param now what the document says
 */
function outcomeOf(own: string | undefined, before: string | undefined, now: string): Outcome {
  if (own === undefined) return 'written';
  if (own === now) return 'unchanged';
  if (before === undefined) return 'taken';
  if (before === now) return 'edited';
  return own === before ? 'updated' : 'conflict';
}

/**
 * Removes the entities that no call of the document needs any more, unless they were edited by hand or something else of the
 * shop refers to them.
 * @param used types that calls name
 */
export function dropEntities(
  dropped: ReadonlyMap<string, Written>,
  files: Files,
  pathOf: (name: string) => string,
  used: ReadonlySet<string>,
): Planned[] {
  const found = [...dropped].filter(([, { name }]) => files.has(pathOf(name)));
  const going = new Map(
    found
      .filter(([, { name, hash }]) => present(files.get(pathOf(name))) === hash)
      .map(([, { name }]) => [pathOf(name), name]),
  );
  const kept = new Set(used);
  const pending = [...files].flatMap(([path, text]) => (going.has(path) ? [] : referencesIn(path, text)));
  pending.push(...used);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    kept.add(name);
    if (going.delete(pathOf(name))) pending.push(...referencesIn(pathOf(name), files.get(pathOf(name))));
  }
  for (const path of going.keys()) files.set(path, null);
  return found.map(([key, { name }]) => {
    const file = pathOf(name);
    return { key, name, file, outcome: files.get(file) === null ? 'removed' : 'orphaned' };
  });
}

/** The schemas that a schema file names. */
const referencesIn = (path: string, text: string | null | undefined): string[] =>
  path.startsWith('schemas/') || path.endsWith('.schema.json')
    ? [...(text ?? '').matchAll(/"([\w./-]+\.schema\.json)/g)].map(([, ref = '']) =>
        entityIn(ref.replace(/^.*\//, '')),
      )
    : [];
