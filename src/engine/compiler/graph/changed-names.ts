import type { Project } from '../project/project.ts';
import type { NameNode } from '../walk/nodes.ts';

/** The key of a name: its kind and the name itself. */
export const keyOfName = ({ kind, name }: Pick<NameNode, 'kind' | 'name'>): string => `${kind} ${name}`;

/**
 * The names whose declarations differ between two projects: added, changed or removed. null when something changed that
 * affects every file.
 */
export function changedNames(before: Project, after: Project): ReadonlySet<string> | null {
  const [old, now] = [before.library, after.library];
  if (!sameEntries(old.config, now.config) || !sameEntries(old.entities, now.entities)) return null;
  if (!sameJson(settingsForPages(before), settingsForPages(after))) return null;
  if (before.queries !== after.queries) return null;
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

/** Is a call or slot not declared? Whether that is reported depends on the partially parsed files, too. */
export const isMissing = (
  { kind, name }: Pick<NameNode, 'kind' | 'name'>,
  { calls, slots }: Project,
): boolean => (kind === 'call' && !calls.has(name)) || (kind === 'slot' && !Object.hasOwn(slots, name));

/** The settings of `site.yaml` that the checks of other files depend on. */
const settingsForPages = ({ siteSchema, site: { roles, gated, api, timeZone } }: Project) => [
  siteSchema,
  Object.keys(roles),
  gated,
  api,
  timeZone,
];

const named = (names: ReadonlySet<string>): ReadonlyMap<string, true> =>
  new Map([...names].map((name) => [name, true]));

const sameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Schemas that did not change are the same objects. */
const sameEntries = (a: ReadonlyMap<string, object>, b: ReadonlyMap<string, object>) =>
  a.size === b.size && [...a].every(([name, schema]) => b.get(name) === schema);
