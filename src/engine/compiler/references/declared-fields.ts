import type { Declared } from '../finding.ts';
import { asObject, isObject } from '../json.ts';
import type { Project } from '../project/project.ts';
import { EACH } from '../reference.ts';

/** The fields that a call itself declares under `part`, at a path of fields in fields; empty where they come from an entity. */
export function declaredFields(
  name: string,
  part: 'params' | 'query' | 'body' | 'response',
  path: readonly string[],
  { calls }: Project,
): Declared[] {
  const call = calls.get(name);
  if (call === undefined) return [];
  let fields: unknown = asObject(call.config)[part];
  const pointer: (string | number)[] = [...call.pointer, part];
  for (const step of path.filter((one) => one !== EACH && !/^\d+$/.test(one))) {
    const field = asObject(asObject(fields)[step]);
    pointer.push(step, 'fields');
    fields = field['fields'];
  }
  if (!isObject(fields)) return [];
  return Object.keys(fields).map((key) => ({ name: key, file: call.file, pointer: [...pointer, key] }));
}
