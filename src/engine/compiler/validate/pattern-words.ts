import type { Text } from '../offense.ts';

/** Kinds of characters in a name's pattern, in the order in which they are reported. */
const KINDS: readonly [written: string, words: Text][] = [
  ['A-Za-z', { zh: '英文字母', en: 'letters' }],
  ['a-z', { zh: '小写英文字母', en: 'small letters' }],
  ['0-9', { zh: '数字', en: 'digits' }],
  ['_', { zh: '下划线', en: 'underscores' }],
  ['-', { zh: '短横', en: 'hyphens' }],
];

/** `^[a-z][A-Za-z0-9_-]*$`: one kind of character to begin with, several to go on with. */
const NAME = /^\^\[(?<first>[^\]]+)\]\[(?<rest>[^\]]+)\]\*\$$/;

/** What the pattern of a name asks for, in words; undefined for a pattern of another kind. */
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

/** The kinds that a character class is made of; none when something else is among them. */
function kindsIn(characters: string): Text[] {
  let left = characters;
  const found = KINDS.filter(([written]) => {
    const isIn = left.includes(written);
    left = left.replace(written, '');
    return isIn;
  });
  return left === '' ? found.map(([, words]) => words) : [];
}
