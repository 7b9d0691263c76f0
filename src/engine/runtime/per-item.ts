import { holds, isConditionTree } from './condition.ts';
import { sourceOf } from './mapping.ts';
import { resolve } from './reference.ts';
import type { Scope } from './scope.ts';

/**
 * A prop that a block evaluates for each of its items: `$item` is the item as the answer has it, a condition tree becomes
 * true or false.
 */
export function perItem(value: unknown, scope: Scope): (item: unknown) => unknown {
  if (isConditionTree(value)) return (item) => holds(value, { ...scope, item: sourceOf(item) });
  return (item) => resolve(value, { ...scope, item: sourceOf(item) });
}
