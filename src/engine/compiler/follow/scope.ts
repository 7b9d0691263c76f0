import { asObject, type Json } from '../json.ts';
import type { Project } from '../project/project.ts';
import type { Reference, Root } from '../reference.ts';
import type { JsonSchema } from '../schema/field.ts';
import { step } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import { callSchemas } from './call-schemas.ts';

/** A data entry that references may name. */
export interface DeclaredData {
  call: string;
  value: Json;
  pointer: Pointer;
}

/** An answer that an action keeps, and where it says so. */
interface KeptAnswer {
  schema: JsonSchema;
  pointer: Pointer;
}

/** What the references at one place of a file may read, beside what is the same everywhere. */
export interface Scope {
  data: ReadonlyMap<string, DeclaredData>;
  /** Answers that earlier actions of the list have kept (`as`). */
  kept: ReadonlyMap<string, KeptAnswer>;
  /** Path parameters; undefined in the shell, which stands around every page. */
  params: ReadonlySet<string> | undefined;
  item?: JsonSchema;
  event?: JsonSchema;
  /** Set where `$form` means something: the type of the form's values. */
  form?: JsonSchema;
}

/** Where a reference leads. */
export type Followed =
  | { schema: JsonSchema; trail: JsonSchema[] }
  /** The root means nothing here. */
  | { absent: Root }
  /** There is no `unknown` among `names`; it is the step of the path with the index `at`. */
  | { unknown: string; names: string[]; at: number };

type Follower = (path: readonly string[], scope: Scope, project: Project) => Followed;

/** A root that exists only in some places: inside a list's items, inside an event's actions. */
const local =
  (root: 'item' | 'event' | 'form'): Follower =>
  (path, scope, project) => {
    const schema = scope[root];
    return schema === undefined ? { absent: root } : walk(schema, path, project);
  };

const FOLLOWERS: Record<Root, Follower> = {
  now: (path, _, project) => walk({ type: 'integer' }, path, project),
  query: ([name, ...rest], _, project) =>
    name === undefined ? open() : walk({ type: 'string' }, rest, project, 1),
  route: ([name, ...rest], { params }, project) => {
    if (name === undefined || params === undefined) return open();
    return params.has(name)
      ? walk({ type: 'string' }, rest, project, 1)
      : { unknown: name, names: [...params], at: 0 };
  },
  site: (path, _, project) => walk(project.siteSchema, path, project),
  user: (path, _, project) => walk(userSchema(project), path, project),
  data: followData,
  item: local('item'),
  event: local('event'),
  form: local('form'),
};

/** Follows a reference through the schemas, from its root to the value that it names. */
export function follow({ root, path }: Reference, scope: Scope, project: Project): Followed {
  return FOLLOWERS[root](path, scope, project);
}

/** The entity `user`; in a shop without one, what the user's call answers. */
function userSchema({ library, calls, site }: Project): JsonSchema {
  if (library.entities.has('user')) return { $ref: 'entity:user' };
  const call = calls.get(String(asObject(site.user)['call']));
  return call === undefined ? {} : callSchemas(call.config).answer;
}

const open = (): Followed => ({ schema: {}, trail: [{}] });

function followData([name, ...path]: readonly string[], scope: Scope, project: Project): Followed {
  const names = [...scope.data.keys(), ...scope.kept.keys()];
  if (name === undefined) return { unknown: '', names, at: 0 };
  const kept = scope.kept.get(name);
  if (kept !== undefined) return walk(kept.schema, path, project, 1);
  const declared = scope.data.get(name);
  if (declared === undefined) return { unknown: name, names, at: 0 };
  const call = project.calls.get(declared.call);
  // An unknown call is an offense of its own; what it answers is then not known.
  return call === undefined ? open() : walk(callSchemas(call.config).answer, path, project, 1);
}

/** The value at `path` in a value of `root`. */
export const followPath = (root: JsonSchema, path: readonly string[], project: Project): Followed =>
  walk(root, path, project);

/** `before`: steps of the reference that stand before `path`. */
function walk(root: JsonSchema, path: readonly string[], { library }: Project, before = 0): Followed {
  let schema = root;
  const trail = [root];
  for (const [index, name] of path.entries()) {
    const next = step(schema, name, library);
    if ('names' in next) return { unknown: name, names: next.names, at: before + index };
    schema = asObject(next.found);
    trail.push(schema);
  }
  return { schema, trail };
}
