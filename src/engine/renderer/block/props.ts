import { perItem } from '#engine/runtime/per-item.ts';
import { resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';

/** Paths of per-item props, step by step; `*` stands for every element of a list. */
type Paths = readonly (readonly string[])[];

export const pathsOf = (perItemProps: readonly string[]): Paths =>
  perItemProps.map((path) => path.split('.'));

/** The paths that go on below `step`, without it. */
const below = (paths: Paths, step: string): Paths =>
  paths.filter(([first]) => first === step).map((path) => path.slice(1));

/** Props as the component gets them: references resolved, per-item props as functions of one item. */
export function resolveProps(value: unknown, paths: Paths, scope: Scope): unknown {
  if (paths.some((path) => path.length === 0)) return perItem(value, scope);
  if (paths.length === 0 || typeof value !== 'object' || value === null) return resolve(value, scope);
  if (Array.isArray(value)) {
    const each = below(paths, '*');
    return value.map((item) => resolveProps(item, each, scope));
  }
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    resolveProps(item, below(paths, key), scope),
  ]);
  return Object.fromEntries(entries);
}
