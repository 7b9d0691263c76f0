import { asObject, type Json } from '../json.ts';
import type { Project } from '../project/project.ts';
import { EACH, type Reference, type Root } from '../reference.ts';
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

/** The response of a call that an action keeps, and the location of its `as`. */
interface KeptResponse {
  schema: JsonSchema;
  pointer: Pointer;
}

/** What the references at one location of a file may read, besides the roots that are the same everywhere. */
export interface Scope {
  data: ReadonlyMap<string, DeclaredData>;
  /** Responses that earlier actions of the list have kept (`as`). */
  kept: ReadonlyMap<string, KeptResponse>;
  /** Path parameters; undefined in the shell, which stands around every page. */
  params: ReadonlySet<string> | undefined;
  item?: JsonSchema;
  event?: JsonSchema;
  /** Set where `$form` is available: the type of the form's values. */
  form?: JsonSchema;
}

/** The result of resolving a reference: the schema of its value, or why it has none. */
export type ResolvedReference =
  | { schema: JsonSchema; trail: JsonSchema[] }
  /** The root has no value in this scope. */
  | { unavailable: Root }
  /** There is no `unknown` among `names`; it is the step of the path with the index `at`. */
  | { unknown: string; names: string[]; at: number };

type Resolver = (path: readonly string[], scope: Scope, project: Project) => ResolvedReference;

/** A root that is available only in some scopes: inside the items of a list, inside the actions of an event. */
const local =
  (root: 'item' | 'event' | 'form'): Resolver =>
  (path, scope, project) => {
    const schema = scope[root];
    return schema === undefined ? { unavailable: root } : stepThrough(schema, path, project);
  };

const RESOLVERS: Record<Root, Resolver> = {
  now: (path, _, project) => stepThrough({ type: 'integer' }, path, project),
  query: ([name, ...rest], _, project) =>
    name === undefined ? open() : stepThrough({ type: 'string' }, rest, project, 1),
  route: ([name, ...rest], { params }, project) => {
    if (name === undefined || params === undefined) return open();
    return params.has(name)
      ? stepThrough({ type: 'string' }, rest, project, 1)
      : { unknown: name, names: [...params], at: 0 };
  },
  site: (path, _, project) => stepThrough(project.siteSchema, path, project),
  user: (path, _, project) => stepThrough(userSchema(project), path, project),
  data: resolveData,
  item: local('item'),
  event: local('event'),
  form: local('form'),
};

/** Resolves a reference through the schemas, from its root to the value that it names. */
export function resolveType({ root, path }: Reference, scope: Scope, project: Project): ResolvedReference {
  return RESOLVERS[root](path, scope, project);
}

/** The entity `user`; in a shop without one, the response of the call `site.user.call`. */
function userSchema({ library, calls, site }: Project): JsonSchema {
  if (library.entities.has('user')) return { $ref: 'entity:user' };
  const call = calls.get(String(asObject(site.user)['call']));
  return call === undefined ? {} : callSchemas(call.config).answer;
}

const open = (): ResolvedReference => ({ schema: {}, trail: [{}] });

function resolveData([name, ...path]: readonly string[], scope: Scope, project: Project): ResolvedReference {
  const names = [...scope.data.keys(), ...scope.kept.keys()];
  if (name === undefined) return { unknown: '', names, at: 0 };
  const kept = scope.kept.get(name);
  if (kept !== undefined) return stepThrough(kept.schema, path, project, 1);
  const declared = scope.data.get(name);
  if (declared === undefined) return { unknown: name, names, at: 0 };
  const call = project.calls.get(declared.call);
  // An unknown call is an offense of its own; the type of its response is then not known.
  return call === undefined ? open() : stepThrough(callSchemas(call.config).answer, path, project, 1);
}

/** The value at `path` in a value of `root`. */
export const resolvePath = (root: JsonSchema, path: readonly string[], project: Project): ResolvedReference =>
  stepThrough(root, path, project);

/** @param before number of steps of the reference that come before `path` */
function stepThrough(
  root: JsonSchema,
  path: readonly string[],
  { library }: Project,
  before = 0,
): ResolvedReference {
  let schema = root;
  const trail = [root];
  for (const [index, name] of path.entries()) {
    const next = step(schema, name, library);
    if ('names' in next) return { unknown: name, names: next.names, at: before + index };
    schema = asObject(next.found);
    trail.push(schema);
  }
  const lists = path.filter((name) => name === EACH);
  return { schema: lists.reduce((items): JsonSchema => ({ type: 'array', items }), schema), trail };
}
