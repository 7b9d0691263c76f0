import { isMapped, sourceOf, withSource } from './mapping.ts';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * `next`, with every part of it that equals the same part of `previous` taken from `previous`:
 * what did not change keeps its identity, so that what reads or draws it has nothing to do. Something that a mapping made
 * has not changed when its source has not changed either.
 */
export function share<T>(previous: unknown, next: T): T;
export function share(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(previous) && Array.isArray(next)) {
    const shared = next.map((item, index) => share(previous[index], item));
    const same = shared.length === previous.length && shared.every((item, index) => item === previous[index]);
    return same ? previous : shared;
  }
  if (!isPlain(previous) || !isPlain(next)) return next;
  const keys = Object.keys(next);
  const shared = Object.fromEntries(keys.map((key) => [key, share(previous[key], next[key])]));
  const same =
    keys.length === Object.keys(previous).length &&
    keys.every((key) => Object.hasOwn(previous, key) && Object.is(shared[key], previous[key]));
  if (!isMapped(next)) return same ? previous : shared;
  const before = sourceOf(previous);
  const source = share(before, sourceOf(next));
  return same && isMapped(previous) && Object.is(source, before) ? previous : withSource(shared, source);
}
