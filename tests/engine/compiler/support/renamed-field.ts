import { createCompiler } from '#engine/compiler/compile.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import { tokensOf } from './mutations.ts';

/** The lines of a shop's config that offenses name after a field of an entity was renamed. */
export function brokenBy(files: ReadonlyMap<string, string>, entity: string, field: string): Set<string> {
  const compile = createCompiler();
  const known = new Set(compile(files).offenses.map(({ file, message }) => `${file} ${message.en}`));
  const path = [...files.keys()].find((one) => one.endsWith(`/entities/${entity}.schema.json`)) ?? '';
  const text = (files.get(path) ?? '').replaceAll(`"${field}"`, `"${field}_renamed"`);
  const { offenses } = compile(new Map(files).set(path, text));
  const fresh = offenses.filter(({ file, message }) => !known.has(`${file} ${message.en}`));
  return new Set(fresh.map(({ file, line }) => `${file}:${line}`));
}

/** The lines of its config on which a text that fits is written. */
export function linesWith(
  files: ReadonlyMap<string, string>,
  pattern: RegExp,
  test: (file: string) => boolean = () => true,
): Set<string> {
  const lines = [...files].flatMap(([file, text]) => {
    if (!file.startsWith('config/') || !test(file)) return [];
    const positions = new TextPositions(text);
    const found = tokensOf(file, text).filter(({ role, text: own }) => role === 'value' && pattern.test(own));
    return found.map(({ start }) => `${file}:${positions.at(start).line}`);
  });
  return new Set(lines);
}
