import { isObject } from '#engine/compiler/json.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import type { OfferedReference } from './prop-fields.tsx';

/** Levels below a root that are offered. */
const DEPTH = 3;

const TYPES: Record<string, string> = { string: '文字', number: '数字', boolean: '是否' };

/** A value with its type, short enough for one line. */
function briefly(value: unknown): string {
  if (value === undefined || value === null) return '（没有）';
  if (Array.isArray(value)) return `列表，${value.length} 项`;
  if (typeof value === 'object') return '对象';
  return `${TYPES[typeof value] ?? ''} ${JSON.stringify(value).slice(0, 40)}`;
}

function* below(text: string, value: unknown, depth: number): Generator<OfferedReference> {
  yield { text, value: briefly(value) };
  if (depth === 0 || !isObject(value)) return;
  for (const [key, inner] of Object.entries(value))
    if (/^[\w-]+$/.test(key)) yield* below(`${text}.${key}`, inner, depth - 1);
}

/** What references of a block may name, with the values of now. */
export function referencesIn({ data, route, query, user, item, now }: Scope): OfferedReference[] {
  const roots = { data, route, query, user, ...(item !== undefined && { item }) };
  const found = Object.entries(roots).flatMap(([name, value]) =>
    [...below(`$${name}`, value, DEPTH)].slice(1),
  );
  return [...found, { text: '$now', value: briefly(now) }];
}
