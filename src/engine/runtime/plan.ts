import type { DataEntry } from '#engine/generated/schemas.ts';
import { type Failure, fault } from './answer.ts';
import { holds } from './condition.ts';
import type { CacheEntry, DataCache, DataState } from './data-cache.ts';
import { resolveInput } from './input.ts';
import type { Scope } from './scope.ts';

/** What is to be done with one data entry now. */
export type Plan =
  | { kind: 'wait' }
  /** Its `when` is false. */
  | { kind: 'skip' }
  /** Something that it reads failed, or a path parameter is missing. */
  | { kind: 'blocked'; failure: Failure }
  | { kind: 'request'; cached: CacheEntry };

/**
 * Decides from the states of what the entry reads and from the scope.
 * @param now seconds, for the condition alone: with each moment in it a request would be another one
 */
export function planEntry(
  entry: DataEntry,
  inputs: readonly DataState[],
  scope: Scope,
  now: number,
  cache: DataCache,
): Plan {
  const failed = inputs.find((input) => input.status === 'failed');
  if (failed?.failure) return { kind: 'blocked', failure: failed.failure };
  if (inputs.some((input) => input.status !== 'ready')) return { kind: 'wait' };
  if (!holds(entry.when, { ...scope, now })) return { kind: 'skip' };
  const cached = cache.find(entry.call, resolveInput(entry, scope));
  return cached ? { kind: 'request', cached } : { kind: 'blocked', failure: fault('incomplete') };
}

/** Same plan: nothing needs to be done. */
export function samePlan(a: Plan, b: Plan): boolean {
  if (a.kind === 'request' && b.kind === 'request') return a.cached.key === b.cached.key;
  if (a.kind === 'blocked' && b.kind === 'blocked') return a.failure === b.failure;
  return a.kind === b.kind;
}

/** Same resource with another query or body (the next page of a list): the old answer is shown until the new one is there. */
export function sameResource(a: Plan, b: Plan): boolean {
  if (a.kind !== 'request' || b.kind !== 'request') return false;
  return a.cached.key.split('?', 1)[0] === b.cached.key.split('?', 1)[0];
}
