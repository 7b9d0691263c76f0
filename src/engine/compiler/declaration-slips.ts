import type { Declared, Located, Lookup } from './finding.ts';
import { nearest } from './nearest.ts';
import { hasWord } from './project/half-read.ts';
import type { Range } from './source/text-position.ts';

interface Config {
  /** Path -> text of its files. */
  texts: ReadonlyMap<string, string>;
  /** Those of them that could not be read, or not to their end. */
  isHalfRead: (path: string) => boolean;
  /** Where a declared name is written. */
  rangeOf: (declared: Declared) => Range | undefined;
}

/**
 * A name that is used but not declared, beside one much like it that is declared and never used: one of the two is a slip.
 * The one that stands in the whole config once is. Where that is the declared one, it is reported there, once, and none of the
 * uses is; that nothing uses the declared one is left unsaid in both cases.
 */
export function blameDeclarations(found: readonly Located[], config: Config): readonly Located[] {
  const { texts, isHalfRead, rangeOf } = config;
  const lost = found.filter(({ lookup }) => lookup !== undefined);
  if (lost.length === 0) return found;
  const count = counter(texts);
  const nearOf = nearIn();
  const idle = new Set<string>();
  const explained = new Map<Located, Slip>();
  const unsaid = new Set<Located>();
  for (const finding of lost) {
    const { lookup } = finding;
    if (
      lookup?.file !== undefined &&
      isHalfRead(lookup.file) &&
      hasWord(texts.get(lookup.file) ?? '', lookup.name)
    )
      unsaid.add(finding);
    const near = lookup === undefined ? [] : nearOf(lookup, finding);
    for (const { declared } of near) idle.add(keyOf(declared.file, rangeOf(declared)));
    const slip = near.find(({ written, seen }) => count(written) === 1 && count(seen) > 1);
    if (slip !== undefined) explained.set(finding, slip);
  }
  const kept = found.filter(
    (finding) =>
      !explained.has(finding) &&
      !unsaid.has(finding) &&
      !(finding.code.startsWith('unused-') && idle.has(keyOf(finding.file, finding.range))),
  );
  const blamed = Map.groupBy([...explained], ([, { declared }]) => keyOf(declared.file, rangeOf(declared)));
  return [...kept, ...[...blamed.values()].flatMap((uses) => blame(uses, rangeOf))];
}

/** A declared name much like the one that is looked for: they differ in one word. */
interface Near {
  declared: Declared;
  written: string;
  /** The word in its place in the name that is looked for. */
  right: string;
  /** That word with the dot or slash beside it: as it stands in other names of the kind. */
  seen: string;
}

/** Splits a name into its words, and keeps what is between them. */
const SEPARATOR = /([./])/;

type Slip = Near;

const keyOf = (file: string, range: Range | undefined) => `${file} ${range?.start ?? ''}`;

/** The declared names that are much like the one that is looked for. The same wrong name is mostly used many times. */
function nearIn(): (lookup: Lookup, finding: Located) => Near[] {
  const known = new Map<string, Near[]>();
  return ({ name, declared }, { code }) => {
    // What other checks look among depends on the place.
    if (!code.startsWith('unknown-')) return declared().flatMap((one) => compare(one, name));
    const key = `${code} ${name}`;
    const near = known.get(key) ?? declared().flatMap((one) => compare(one, name));
    known.set(key, near);
    return near;
  };
}

function compare(declared: Declared, name: string): Near[] {
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

/** How often a word stands in the config; counted once, and not beyond two. */
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

/** What is reported in the place of all uses of a name whose declaration is a slip. */
function blame(uses: readonly [Located, Slip][], rangeOf: Config['rangeOf']): Located[] {
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
