import type { Mapping, PlacedBlock } from '#engine/generated/schemas.ts';
import { applyMapping } from '#engine/runtime/mapping.ts';
import { perItem } from '#engine/runtime/per-item.ts';
import { resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';

/** A prop that is more than its references, by its path, step by step; `*` stands for every element of a list. */
interface Mark {
  path: readonly string[];
  kind: 'perItem' | 'mapped';
}

type Marks = readonly Mark[];

export function marksOf({ perItem: functions, mapped = [] }: Pick<PlacedBlock, 'perItem' | 'mapped'>): Marks {
  const marks = (paths: readonly string[], kind: Mark['kind']) =>
    paths.map((path) => ({ path: path.split('.'), kind }));
  return [...marks(functions, 'perItem'), ...marks(mapped, 'mapped')];
}

/** The marks that go on below a step, without it. */
const below = (marks: Marks, step: string, every = step): Marks =>
  marks
    .filter(({ path: [first] }) => first === step || first === every)
    .map(({ path, kind }) => ({ path: path.slice(1), kind }));

/** Props as the component gets them: references resolved, mappings applied, per-item props as functions of one item. */
export function resolveProps(value: unknown, marks: Marks, scope: Scope): unknown {
  const mark = marks.find(({ path }) => path.length === 0);
  if (mark?.kind === 'perItem') return perItem(value, scope);
  if (mark?.kind === 'mapped') return applyMapping(value as Mapping, scope);
  if (marks.length === 0 || typeof value !== 'object' || value === null) return resolve(value, scope);
  if (Array.isArray(value))
    return value.map((item, index) => resolveProps(item, below(marks, String(index), '*'), scope));
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    resolveProps(item, below(marks, key), scope),
  ]);
  return Object.fromEntries(entries);
}
