import type { Text } from '../offense.ts';

/** The character ranges of name patterns, in the order in which messages list them. */
const KINDS: readonly [written: string, words: Text][] = [
  ['A-Za-z', { zh: '英文字母', en: 'letters' }],
  ['a-z', { zh: '小写英文字母', en: 'small letters' }],
  ['0-9', { zh: '数字', en: 'digits' }],
  ['_', { zh: '下划线', en: 'underscores' }],
  ['-', { zh: '短横', en: 'hyphens' }],
];

/** `^[a-z][A-Za-z0-9_-]*$`: the class of the first character, and that of the others. */
const NAME = /^\^\[(?<first>[^\]]+)\]\[(?<rest>[^\]]+)\]\*\$$/;

/** Describes the pattern of a name in words; undefined for other patterns. */
export function patternWords(pattern: string): Text | undefined {
  if (pattern === '^/') return { zh: '以 / 开头', en: 'it starts with /' };
  const { first, rest } = NAME.exec(pattern)?.groups ?? {};
  const [start, more] = [first, rest].map((characters) => kindsIn(characters ?? ''));
  if (start === undefined || more === undefined || start.length === 0 || more.length === 0) return undefined;
  return {
    zh: `以${start.map(({ zh }) => zh).join('或')}开头，只含${more.map(({ zh }) => zh).join('、')}`,
    en: `it starts with ${start.map(({ en }) => en).join(' or ')} and holds only ${more.map(({ en }) => en).join(', ')}`,
  };
}

/** The ranges of a character class; empty when it has others than the known ones. */
function kindsIn(characters: string): Text[] {
  let left = characters;
  const found = KINDS.filter(([written]) => {
    const isIn = left.includes(written);
    left = left.replace(written, '');
    return isIn;
  });
  return left === '' ? found.map(([, words]) => words) : [];
}
