import { isObject } from '../json.ts';
import type { Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import { isDynamic, parseReferences, type Root } from '../reference.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { resolveType, type Scope } from './resolve.ts';

/** The kinds of values that comparisons distinguish. */
export type ValueKind = 'number' | 'text' | 'flag' | 'list' | 'object';

/** The possible values of one operand of a comparison. */
export interface Operand {
  /** undefined: anything. */
  kinds: ReadonlySet<ValueKind> | undefined;
  /** The values that it can have, when they are few. */
  choices: readonly unknown[] | undefined;
  /** Written literally in the file. */
  literal: boolean;
  /** The root of its reference, when it is a single reference. */
  root: Root | undefined;
}

export const VALUE_KIND_NAMES: Record<ValueKind, Text> = {
  number: { zh: '数字', en: 'a number' },
  text: { zh: '文字', en: 'a text' },
  flag: { zh: '是非值', en: 'a flag' },
  list: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
};

/** What is known of an operand: its kinds and, when they are few, its values. */
export function operandOf(operand: unknown, scope: Scope, project: Project): Operand {
  if (!isDynamic(operand))
    return {
      kinds: operand === null ? undefined : new Set([kindOfValue(operand)]),
      choices: undefined,
      literal: true,
      root: undefined,
    };
  const unknown = { kinds: undefined, choices: undefined, literal: false, root: undefined };
  const [reference] = parseReferences(operand).good;
  if (reference === undefined) return unknown;
  if (reference.inTemplate) return { ...unknown, kinds: new Set(['text']) };
  const resolved = resolveType(reference, scope, project);
  if (!('schema' in resolved)) return unknown;
  const alternatives = shapes(resolved.schema, project.library);
  const kinds = new Set<ValueKind>();
  const choices: unknown[] = [];
  let closed = true;
  for (const shape of alternatives) {
    const types = typesOf(shape);
    if (types === undefined) return unknown;
    for (const type of types) if (type !== 'null') kinds.add(KINDS[type] ?? 'object');
    if (Array.isArray(shape['enum'])) choices.push(...shape['enum']);
    else if (types.size !== 1 || !types.has('null')) closed = false;
  }
  return {
    kinds,
    choices: closed && choices.length > 0 ? choices : undefined,
    literal: false,
    root: reference.root,
  };
}

const KINDS: Record<string, ValueKind> = {
  number: 'number',
  integer: 'number',
  string: 'text',
  boolean: 'flag',
  array: 'list',
};

export function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text';
}

/** A value as messages show it. */
export const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
