import type { JsonSchema } from '../emit/field.ts';
import { responseToSchema } from '../emit/field.ts';
import { asObject, type Json } from '../json.ts';
import type { Project } from '../project/project.ts';
import type { Reference, Root } from '../reference.ts';
import type { Pointer } from '../source/pointer.ts';
import { step } from './shape.ts';

/** A data entry that references may name. */
export interface DeclaredData {
  call: string;
  value: Json;
  pointer: Pointer;
}

/** What the references at one place of a file may read, beside what is the same everywhere. */
export interface Scope {
  data: ReadonlyMap<string, DeclaredData>;
  /** Answers that earlier actions of the list have kept (`as`). */
  kept: ReadonlyMap<string, JsonSchema>;
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
  /** `name` does not exist; `names` do. */
  | { unknown: string; names: string[] };

/** Follows a reference through the schemas, from its root to the value that it names. */
export function follow(reference: Reference, scope: Scope, project: Project): Followed {
  const [first, ...rest] = reference.path;
  const { root } = reference;
  switch (root) {
    case 'now':
      return walk({ type: 'integer' }, reference.path, project);
    case 'query':
      return first === undefined ? open() : walk({ type: 'string' }, rest, project);
    case 'route':
      if (first === undefined || scope.params === undefined) return open();
      return scope.params.has(first)
        ? walk({ type: 'string' }, rest, project)
        : { unknown: first, names: [...scope.params] };
    case 'site':
      return walk(project.library.config.get('site') ?? {}, reference.path, project);
    case 'user':
      return walk({ $ref: 'entity:user' }, reference.path, project);
    case 'data':
      return followData(first, rest, scope, project);
    default:
      return followLocal(scope[root], reference, project);
  }
}

const followLocal = (
  schema: JsonSchema | undefined,
  { root, path }: Reference,
  project: Project,
): Followed => (schema === undefined ? { absent: root } : walk(schema, path, project));

const open = (): Followed => ({ schema: {}, trail: [{}] });

function followData(
  name: string | undefined,
  path: readonly string[],
  scope: Scope,
  project: Project,
): Followed {
  const names = [...scope.data.keys(), ...scope.kept.keys()];
  if (name === undefined) return { unknown: '', names };
  const kept = scope.kept.get(name);
  if (kept !== undefined) return walk(kept, path, project);
  const declared = scope.data.get(name);
  if (declared === undefined) return { unknown: name, names };
  const call = project.calls.get(declared.call);
  // An unknown call is an offense of its own; what it answers is then not known.
  return call === undefined ? open() : walk(responseToSchema(call.config.response), path, project);
}

function walk(root: JsonSchema, path: readonly string[], { library }: Project): Followed {
  let schema = root;
  const trail = [root];
  for (const name of path) {
    const next = step(schema, name, library);
    if ('names' in next) return { unknown: name, names: next.names };
    schema = asObject(next.found);
    trail.push(schema);
  }
  return { schema, trail };
}
