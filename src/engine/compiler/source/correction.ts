import type { Pointer } from './pointer.ts';

/** One slip in a file that leaves no doubt what was intended, and is read as that by everything but the check that reports it. */
export interface Correction {
  /** A key of the language, a prop of a block, the type of a block. */
  kind: 'key' | 'prop' | 'type';
  /** What holds it, as corrected. */
  holder: Pointer;
  /** The key, or the type, as it was written. */
  given: string;
  intended: string;
  /** All that can be written there and is not yet. */
  free: readonly string[];
  /** Only what is missing gives away what was intended: the words are not alike. */
  isGuess: boolean;
}

/** Where a corrected value is written. */
export type Written = (pointer: Pointer) => Pointer;

const keyOf = (pointer: Pointer) => JSON.stringify(pointer.map(String));

/** Corrected pointer -> pointer in the text. */
export function writtenBy(corrections: readonly Correction[]): Written {
  const keys = corrections.filter(({ kind }) => kind !== 'type');
  if (keys.length === 0) return (pointer) => pointer;
  const given = new Map(keys.map(({ holder, intended, given }) => [keyOf([...holder, intended]), given]));
  return (pointer) => pointer.map((step, index) => given.get(keyOf(pointer.slice(0, index + 1))) ?? step);
}
