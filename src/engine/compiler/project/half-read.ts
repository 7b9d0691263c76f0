import { isObject } from '../json.ts';
import { memo } from '../memo.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { expandOptional, isParam, isSplat, segments } from './route-pattern.ts';

/** Texts of files of these kinds that could not be read, or not to their end: what they name may well be there. */
export type HalfRead = ReadonlyMap<FileKind, readonly string[]>;

export const halfReadOf: (files: readonly ConfigFile[]) => HalfRead = memo((files) => {
  const texts = new Map<FileKind, string[]>();
  for (const { kind, yaml } of files) {
    if (isHalfRead(yaml)) texts.set(kind, [...(texts.get(kind) ?? []), yaml.text]);
  }
  return texts;
});

/** Did its text stop making sense somewhere, or does it hold nothing that a file of the config could say? */
export const isHalfRead = ({ cut, value }: YamlFile): boolean => cut !== undefined || !isObject(value);

const WORD = /[\w.-]/;

/** Without a single key in it a text may once have named anything. */
const isBlank = (text: string): boolean => !/\w:(?:\s|$)/m.test(text);

/** May such a text name this? Then nobody can say that it is missing, or that nothing uses it. */
export function mentions(halfRead: HalfRead, kinds: readonly FileKind[], name: string): boolean {
  return kinds.some(
    (kind) => halfRead.get(kind)?.some((text) => isBlank(text) || hasWord(text, name)) === true,
  );
}

/** May such a text hold a page with this address? */
export function mentionsAddress(halfRead: HalfRead, path: string): boolean {
  const address = segments(path);
  return (halfRead.get('page') ?? []).some(
    (text) => isBlank(text) || patternsIn(text).some((way) => fits(way, address)),
  );
}

const patternsIn = (text: string): string[][] =>
  [...new Set(text.match(/(?<![\w/.}])\/[\w:?/*-]*/g))].flatMap(expandOptional);

function fits(way: readonly string[], address: readonly string[]): boolean {
  const splat = way.findIndex(isSplat);
  const [wanted, given] = splat === -1 ? [way, address] : [way.slice(0, splat), address.slice(0, splat)];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => {
      const one = given[index] ?? '';
      return isParam(part) || one.includes('{$') || part.toLowerCase() === one.toLowerCase();
    })
  );
}

/** Does a text hold this word from a place on? */
export function hasWord(text: string, word: string, from = 0): boolean {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + word.length));
    if (isWhole) return true;
  }
  return false;
}
