import type { Pointer } from './pointer.ts';

/** One unambiguous typo in a file: everything but the check that reports it reads the intended text. */
export interface Correction {
  /** What is misspelt: a key of the language, a prop of a block, or the type of a block. */
  kind: 'key' | 'prop' | 'type';
  /** The pointer to its parent, as corrected. */
  holder: Pointer;
  /** The key, or the type, as it was written. */
  given: string;
  intended: string;
  /** The allowed keys or types that are not used there yet. */
  free: readonly string[];
  /** The intended key is inferred from what is missing only: the words are not similar. */
  isGuess: boolean;
}

/** Maps a pointer into the corrected value to the pointer into the text. */
export type Written = (pointer: Pointer) => Pointer;

const keyOf = (pointer: Pointer) => JSON.stringify(pointer.map(String));

/** Corrected pointer -> pointer in the text. */
export function writtenBy(corrections: readonly Correction[]): Written {
  const keys = corrections.filter(({ kind }) => kind !== 'type');
  if (keys.length === 0) return (pointer) => pointer;
  const given = new Map(keys.map(({ holder, intended, given }) => [keyOf([...holder, intended]), given]));
  return (pointer) => pointer.map((step, index) => given.get(keyOf(pointer.slice(0, index + 1))) ?? step);
}
