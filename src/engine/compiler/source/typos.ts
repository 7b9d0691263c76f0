import type { Text } from '../offense.ts';
import type { YamlFault } from './yaml-fault.ts';

/** A typing error, mostly made with a Chinese input method; the parser only reports its consequence. */
interface Typo {
  /** Of one line; the group `typo` is what is underlined. */
  pattern: RegExp;
  message: Text;
  hint: Text;
}

/** The texts for wide or no-break spaces as indentation. */
export const WIDE_INDENT = {
  message: { zh: '缩进用了全角空格或不换行空格', en: 'a wide or no-break space is used for indentation' },
  hint: { zh: '换成普通空格（每层两个）。', en: 'Indent with plain spaces (two per level).' },
} as const;

const TYPOS: readonly Typo[] = [
  {
    pattern: /^[ ]*(?<typo>[\u3000\u00a0][\u3000\u00a0 ]*)/du,
    ...WIDE_INDENT,
  },
  {
    pattern: /^ *(?<typo>[—–－•·])\s*[\w'"{]/du,
    message: { zh: '列表的横线不是英文减号', en: 'the dash of a list is no plain minus' },
    hint: { zh: '换成英文减号和一个空格：- 。', en: 'Write a minus and a space.' },
  },
  {
    pattern: /^ *(?<typo>-)[A-Za-z]\w*[:：]/du,
    message: { zh: '横线后面少了空格', en: 'the space after the dash is missing' },
    hint: { zh: '写成 - 加一个空格，再写键。', en: 'Write a minus, a space, then the key.' },
  },
  {
    pattern: /^ *(?:- +)?[A-Za-z]\w*(?<typo>：)/du,
    message: { zh: '键后面用了中文冒号', en: 'a wide colon follows the key' },
    hint: { zh: '换成英文冒号和一个空格。', en: 'Write a plain colon and a space.' },
  },
  {
    pattern: /[{,]\s*[A-Za-z]\w*(?<typo>：)/du,
    message: { zh: '键后面用了中文冒号', en: 'a wide colon follows the key' },
    hint: { zh: '换成英文冒号和一个空格。', en: 'Write a plain colon and a space.' },
  },
  {
    pattern: /^ *(?:- +)?[A-Za-z]\w*(?<typo>:)[^\s:]/du,
    message: { zh: '冒号后面少了空格', en: 'the space after the colon is missing' },
    hint: { zh: '在冒号后面加一个空格。', en: 'Put a space after the colon.' },
  },
  {
    pattern: /[{,].*?: +(?<typo>\$?[A-Za-z][\w.-]*\[\d*\][\w.[\]-]*)/du,
    message: { zh: '花括号里带 [ ] 的值没有加引号', en: 'a value with [ ] stands in braces without quotes' },
    hint: {
      zh: "加英文单引号，如 'product[]'、'images[0].url'；第几项也可以写成 images.0.url。",
      en: "Quote it, as in 'product[]', 'images[0].url'; a position may also be written images.0.url.",
    },
  },
  {
    pattern: /[{[][^'"]*?(?<typo>[，；、])\s*[A-Za-z]\w*\s*[:：]/du,
    message: { zh: '括号里用了中文标点分隔', en: 'wide punctuation separates what stands in brackets' },
    hint: { zh: '换成英文逗号和一个空格。', en: 'Write a plain comma and a space.' },
  },
];

/**
 * The typing error that causes the first syntax fault: in the line of the parser error, or in the line before,
 * which it may have read as the beginning of this one.
 */
export function typoAt(text: string, errorOffset: number): YamlFault | undefined {
  const start = text.lastIndexOf('\n', errorOffset - 1) + 1;
  const misplaced = wrongIndent(text, start, errorOffset);
  if (misplaced !== undefined) return misplaced;
  return (
    typoIn(text, start) ?? (start === 0 ? undefined : typoIn(text, text.lastIndexOf('\n', start - 2) + 1))
  );
}

/** Longest line that is searched, in characters: lines written by hand are shorter. */
const LONGEST = 1000;

function typoIn(text: string, start: number): YamlFault | undefined {
  const line = text.slice(start, start + LONGEST).split('\n', 1)[0] ?? '';
  if (/^\s*#/.test(line)) return undefined;
  for (const { pattern, message, hint } of TYPOS) {
    const found = pattern.exec(line)?.indices?.groups?.['typo'];
    if (found === undefined) continue;
    return { code: 'yaml-syntax', range: { start: start + found[0], end: start + found[1] }, message, hint };
  }
  return undefined;
}

const KEY_LINE = /^(?<indent> *)(?<dash>(?:- +)*)[A-Za-z]\w*:(?:$| (?<value>.*))/;

/** A line that is a complete key, but is indented deeper than the value before it allows, or at no existing level. */
function wrongIndent(text: string, start: number, errorOffset: number): YamlFault | undefined {
  const [line = '', next = ''] = text.slice(start, start + 2 * LONGEST).split('\n', 2);
  const [here, below] = [KEY_LINE.exec(line)?.groups, KEY_LINE.exec(next)?.groups];
  if (here === undefined) return undefined;
  const { indent = '', dash = '', value = '' } = here;
  if (indent !== '' && errorOffset - start < indent.length) return indentFault(start, indent.length);
  const deeper = below?.['indent']?.length ?? 0;
  const isPlain = /^[^|>{['"#&*]/.test(value);
  return isPlain && deeper > indent.length + dash.length
    ? indentFault(start + line.length + 1, deeper)
    : undefined;
}

const indentFault = (start: number, length: number): YamlFault => ({
  code: 'yaml-syntax',
  range: { start, end: start + length },
  message: { zh: '这一行的缩进不对', en: 'this line is indented wrongly' },
  hint: {
    zh: '和同一层的键对齐，每层两个空格。',
    en: 'Align it with the keys of its level, two spaces per level.',
  },
});
