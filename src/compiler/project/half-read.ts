import { memo } from '../memo.ts';
import type { ConfigFile } from './config-file.ts';
import type { FileKind } from './file-kind.ts';

/** Texts of files of these kinds that stopped making sense somewhere: what they name may well be there. */
export type HalfRead = ReadonlyMap<FileKind, readonly string[]>;

export const halfReadOf: (files: readonly ConfigFile[]) => HalfRead = memo((files) => {
  const texts = new Map<FileKind, string[]>();
  for (const { kind, yaml } of files) {
    if (yaml.cut !== undefined) texts.set(kind, [...(texts.get(kind) ?? []), yaml.text]);
  }
  return texts;
});

const WORD = /[\w.-]/;

/** Does such a text name this? Then nobody can say that it is missing, or that nothing uses it. */
export function mentions(halfRead: HalfRead, kinds: readonly FileKind[], name: string): boolean {
  return kinds.some((kind) => halfRead.get(kind)?.some((text) => hasWord(text, name)) === true);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + word.length));
    if (isWhole) return true;
  }
  return false;
}
