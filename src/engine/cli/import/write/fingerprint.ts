import { createHash } from 'node:crypto';
import { isObject } from '#engine/compiler/json.ts';

/** A value whose objects all have their keys in one order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, ordered(value[key])]);
};

/**
 * Says whether a declaration is still what was written: the same for the same value and the same comments, however they are
 * laid out. A formatter changes nothing, a person's word does.
 */
export const fingerprint = (value: unknown, comments: readonly string[] = []): string =>
  createHash('sha256')
    .update(JSON.stringify([ordered(value), comments]))
    .digest('hex')
    .slice(0, 16);
