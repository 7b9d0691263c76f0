import type { Project } from '../project/project.ts';
import type { NameNode } from '../walk/nodes.ts';

/** A name as files use it: its kind and itself. */
export const keyOfName = ({ kind, name }: Pick<NameNode, 'kind' | 'name'>): string => `${kind} ${name}`;

/**
 * The names through which a file may notice that one project became another: those that are declared anew, otherwise, or no
 * more. null when every file may.
 */
export function changedNames(before: Project, after: Project): ReadonlySet<string> | null {
  const [old, now] = [before.library, after.library];
  if (!sameEntries(old.config, now.config) || !sameEntries(old.entities, now.entities)) return null;
  if (!sameJson(whatPagesSee(before), whatPagesSee(after))) return null;
  const changed = new Set<string>();
  const compare = <T>(
    kind: NameNode['kind'],
    a: ReadonlyMap<string, T>,
    b: ReadonlyMap<string, T>,
    same: (one: T, two: T) => boolean,
  ) => {
    for (const name of new Set([...a.keys(), ...b.keys()])) {
      const [one, two] = [a.get(name), b.get(name)];
      if (one === undefined || two === undefined || !same(one, two)) changed.add(keyOfName({ kind, name }));
    }
  };
  compare('block', old.blocks, now.blocks, Object.is);
  compare('call', before.calls, after.calls, (one, two) => sameJson(one.config, two.config));
  compare('call', named(before.brokenCalls), named(after.brokenCalls), Object.is);
  compare('slot', new Map(Object.entries(before.slots)), new Map(Object.entries(after.slots)), sameJson);
  compare('shell', named(before.shells), named(after.shells), Object.is);
  return changed;
}

/** Whether a call or a slot is reported to be missing depends on the texts that could be read only in part, too. */
export const isMissing = (
  { kind, name }: Pick<NameNode, 'kind' | 'name'>,
  { calls, slots }: Project,
): boolean => (kind === 'call' && !calls.has(name)) || (kind === 'slot' && !Object.hasOwn(slots, name));

/** What of `site.yaml` decides how other files are judged. */
const whatPagesSee = ({ siteSchema, site: { roles, gated } }: Project) => [
  siteSchema,
  Object.keys(roles),
  gated,
];

const named = (names: ReadonlySet<string>): ReadonlyMap<string, true> =>
  new Map([...names].map((name) => [name, true]));

const sameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Schemas that did not change are the same objects. */
const sameEntries = (a: ReadonlyMap<string, object>, b: ReadonlyMap<string, object>) =>
  a.size === b.size && [...a].every(([name, schema]) => b.get(name) === schema);
