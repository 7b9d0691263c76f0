import { isObject } from '../json.ts';
import type { Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import { isDynamic, parseReferences, type Root } from '../reference.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { follow, type Scope } from './scope.ts';

/** What values of a kind have in common when they are compared. */
export type Kind = 'number' | 'text' | 'flag' | 'list' | 'object';

/** What one side of a comparison can be. */
export interface Side {
  /** undefined: anything. */
  kinds: ReadonlySet<Kind> | undefined;
  /** The values that it can have, when they are few. */
  choices: readonly unknown[] | undefined;
  /** Written out in the file. */
  literal: boolean;
  /** Where its reference starts, when it is nothing but a reference. */
  root: Root | undefined;
}

export const KIND_NAMES: Record<Kind, Text> = {
  number: { zh: '数字', en: 'a number' },
  text: { zh: '文字', en: 'a text' },
  flag: { zh: '是非值', en: 'a flag' },
  list: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
};

/** One operand of a comparison. */
export function sideOf(operand: unknown, scope: Scope, project: Project): Side {
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
  const followed = follow(reference, scope, project);
  if (!('schema' in followed)) return unknown;
  const alternatives = shapes(followed.schema, project.library);
  const kinds = new Set<Kind>();
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

const KINDS: Record<string, Kind> = {
  number: 'number',
  integer: 'number',
  string: 'text',
  boolean: 'flag',
  array: 'list',
};

export function kindOfValue(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text';
}

/** A value as the reports show it. */
export const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
