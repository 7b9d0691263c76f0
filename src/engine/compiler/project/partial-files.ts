import { isObject } from '../json.ts';
import { memo } from '../memo.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { expandOptional, isParam, isSplat, segments } from './route-pattern.ts';

/** The texts of files that could be parsed only in part, or not at all, by kind: names in them may be declared or used. */
export type PartialTexts = ReadonlyMap<FileKind, readonly string[]>;

export const partialTextsOf: (files: readonly ConfigFile[]) => PartialTexts = memo((files) => {
  const texts = new Map<FileKind, string[]>();
  for (const { kind, yaml } of files) {
    if (isPartial(yaml)) texts.set(kind, [...(texts.get(kind) ?? []), yaml.text]);
  }
  return texts;
});

/** Could the file be parsed only in part, or is its content no object? */
export const isPartial = ({ brokenFrom, value }: YamlFile): boolean =>
  brokenFrom !== undefined || !isObject(value);

const WORD = /[\w.-]/;

/** Does a text have no key at all? Then it may have had any name before. */
const isBlank = (text: string): boolean => !/\w:(?:\s|$)/m.test(text);

/** May a partially parsed file contain this name? Then it is not reported as missing or unused. */
export function mentions(partialTexts: PartialTexts, kinds: readonly FileKind[], name: string): boolean {
  return kinds.some(
    (kind) => partialTexts.get(kind)?.some((text) => isBlank(text) || hasWord(text, name)) === true,
  );
}

/** May a partially parsed file declare a page with this address? */
export function mentionsAddress(partialTexts: PartialTexts, path: string): boolean {
  const address = segments(path);
  return (partialTexts.get('page') ?? []).some(
    (text) => isBlank(text) || patternsIn(text).some((variant) => fits(variant, address)),
  );
}

const patternsIn = (text: string): string[][] =>
  [...new Set(text.match(/(?<![\w/.}])\/[\w:?/*-]*/g))].flatMap(expandOptional);

function fits(variant: readonly string[], address: readonly string[]): boolean {
  const splat = variant.findIndex(isSplat);
  const [pattern, given] =
    splat === -1 ? [variant, address] : [variant.slice(0, splat), address.slice(0, splat)];
  return (
    pattern.length === given.length &&
    pattern.every((part, index) => {
      const one = given[index] ?? '';
      return isParam(part) || one.includes('{$') || part.toLowerCase() === one.toLowerCase();
    })
  );
}

/** Does a text contain this whole word, from an offset on? */
export function hasWord(text: string, word: string, from = 0): boolean {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + word.length));
    if (isWhole) return true;
  }
  return false;
}
