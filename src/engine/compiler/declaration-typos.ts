import type { Declared, Located, Lookup } from './finding.ts';
import { hasWord } from './project/partial-files.ts';
import { nearest } from './similar-names.ts';
import type { Range } from './source/text-position.ts';

interface Config {
  /** Path -> text of its files. */
  texts: ReadonlyMap<string, string>;
  /** Could this file be parsed only in part, or not at all? */
  isPartial: (path: string) => boolean;
  /** The characters of a declared name. */
  rangeOf: (declared: Declared) => Range | undefined;
}

/**
 * Where a name is used but not declared, and a similar name is declared but not used, one of the two is a typo: the one that
 * occurs only once in the config. If that is the declared name, it is reported once, at the declaration, instead of at every
 * use. In both cases the declared name is not reported as unused.
 */
export function reportDeclarationTypos(found: readonly Located[], config: Config): readonly Located[] {
  const { texts, isPartial, rangeOf } = config;
  const unresolved = found.filter(({ lookup }) => lookup !== undefined);
  if (unresolved.length === 0) return found;
  const count = counter(texts);
  const nearOf = nearIn();
  const unused = new Set<string>();
  const explained = new Map<Located, Typo>();
  const suppressed = new Set<Located>();
  for (const finding of unresolved) {
    const { lookup } = finding;
    if (
      lookup?.file !== undefined &&
      isPartial(lookup.file) &&
      hasWord(texts.get(lookup.file) ?? '', lookup.name)
    )
      suppressed.add(finding);
    const near = lookup === undefined ? [] : nearOf(lookup, finding);
    for (const { declared } of near) unused.add(keyOf(declared.file, rangeOf(declared)));
    const typo = near.find(({ written, seen }) => count(written) === 1 && count(seen) > 1);
    if (typo !== undefined) explained.set(finding, typo);
  }
  const kept = found.filter(
    (finding) =>
      !explained.has(finding) &&
      !suppressed.has(finding) &&
      !(finding.code.startsWith('unused-') && unused.has(keyOf(finding.file, finding.range))),
  );
  const blamed = Map.groupBy([...explained], ([, { declared }]) => keyOf(declared.file, rangeOf(declared)));
  return [...kept, ...[...blamed.values()].flatMap((uses) => blame(uses, rangeOf))];
}

/** A declared name that differs from the name looked up in one word. */
interface Typo {
  declared: Declared;
  written: string;
  /** The corresponding word of the name looked up. */
  right: string;
  /** That word with the dot or slash next to it, as it occurs in other names of the kind. */
  seen: string;
}

/** Splits a name into its words, and keeps what is between them. */
const SEPARATOR = /([./])/;

const keyOf = (file: string, range: Range | undefined) => `${file} ${range?.start ?? ''}`;

/** Finds the declared names that are similar to a name; cached, since the same wrong name is mostly used many times. */
function nearIn(): (lookup: Lookup, finding: Located) => Typo[] {
  const known = new Map<string, Typo[]>();
  return ({ name, declared }, { code }) => {
    // For other checks the declared names depend on the location.
    if (!code.startsWith('unknown-')) return declared().flatMap((one) => compare(one, name));
    const key = `${code} ${name}`;
    const near = known.get(key) ?? declared().flatMap((one) => compare(one, name));
    known.set(key, near);
    return near;
  };
}

function compare(declared: Declared, name: string): Typo[] {
  const [written, right] = [declared.name, name].map((whole) => whole.split(SEPARATOR));
  if (written === undefined || right === undefined || written.length !== right.length) return [];
  const pairs = written.map((word, index) => ({ word, other: right[index] ?? '', index }));
  const different = pairs.filter(
    ({ word, other }) => word !== other && !word.startsWith(':') && !other.includes('{$'),
  );
  const [pair] = different;
  if (pair === undefined || different.length > 1 || nearest(pair.other, [pair.word]).length === 0) return [];
  const { word, other, index } = pair;
  return [
    {
      declared,
      written: word,
      right: other,
      seen: (right[index - 1] ?? '') + other + (index === 0 ? (right[1] ?? '') : ''),
    },
  ];
}

/** How often a word occurs in the config; counted once per word, and not beyond two. */
function counter(texts: Config['texts']): (word: string) => number {
  const counts = new Map<string, number>();
  const config = [...texts].flatMap(([path, text]) => (path.startsWith('config/') ? [text] : []));
  return (word) => {
    const known = counts.get(word) ?? countWord(config, word);
    counts.set(word, known);
    return known;
  };
}

const LETTER = /[\w-]/;

const isLetter = (character: string) => LETTER.test(character);

function countWord(texts: readonly string[], word: string): number {
  let count = 0;
  for (const text of texts) {
    for (let at = text.indexOf(word); at !== -1 && count < 2; at = text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      const isWhole =
        !(isLetter(text.charAt(at - 1)) && isLetter(word.charAt(0))) &&
        !(isLetter(text.charAt(end)) && isLetter(word.at(-1) ?? ''));
      if (isWhole) count += 1;
    }
    if (count > 1) break;
  }
  return count;
}

/** The finding that replaces those of all uses of a name whose declaration has a typo. */
function blame(uses: readonly [Located, Typo][], rangeOf: Config['rangeOf']): Located[] {
  const [first] = uses;
  if (first === undefined) return [];
  const [{ code, file: user }, { declared, written, right }] = first;
  const range = rangeOf(declared);
  if (range === undefined) return uses.map(([finding]) => finding);
  const intended = declared.name.replace(written, right);
  const more = uses.length > 1;
  return [
    {
      code,
      file: declared.file,
      range,
      message: {
        zh: `没有地方用 ${declared.name}，用到的是 ${intended}（${user}${more ? ` 等 ${uses.length} 处` : ''}）`,
        en: `nothing uses ${declared.name}; what is used is ${intended} (${user}${more ? ` and ${uses.length - 1} more` : ''})`,
      },
      hint: { zh: `是不是想写 ${intended}？`, en: `Did you mean ${intended}?` },
      fix: { ...range, text: intended },
    },
  ];
}
