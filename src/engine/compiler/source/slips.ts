import type { Text } from '../offense.ts';
import type { YamlFault } from './yaml-fault.ts';

/** What one types by mistake, most of it with a Chinese keyboard; the parser only stumbles over what comes of it. */
interface Slip {
  /** Of one line; the group `slip` is what is underlined. */
  pattern: RegExp;
  message: Text;
  hint: Text;
}

/** What is said of it. */
export const WIDE_INDENT = {
  message: { zh: '缩进用了全角空格或不换行空格', en: 'a wide or no-break space is used for indentation' },
  hint: { zh: '换成普通空格（每层两个）。', en: 'Indent with plain spaces (two per level).' },
} as const;

const SLIPS: readonly Slip[] = [
  {
    pattern: /^[ ]*(?<slip>[\u3000\u00a0][\u3000\u00a0 ]*)/du,
    ...WIDE_INDENT,
  },
  {
    pattern: /^ *(?<slip>[—–－•·])\s*[\w'"{]/du,
    message: { zh: '列表的横线不是英文减号', en: 'the dash of a list is no plain minus' },
    hint: { zh: '换成英文减号和一个空格：- 。', en: 'Write a minus and a space.' },
  },
  {
    pattern: /^ *(?<slip>-)[A-Za-z]\w*[:：]/du,
    message: { zh: '横线后面少了空格', en: 'the space after the dash is missing' },
    hint: { zh: '写成 - 加一个空格，再写键。', en: 'Write a minus, a space, then the key.' },
  },
  {
    pattern: /^ *(?:- +)?[A-Za-z]\w*(?<slip>：)/du,
    message: { zh: '键后面用了中文冒号', en: 'a wide colon follows the key' },
    hint: { zh: '换成英文冒号和一个空格。', en: 'Write a plain colon and a space.' },
  },
  {
    pattern: /[{,]\s*[A-Za-z]\w*(?<slip>：)/du,
    message: { zh: '键后面用了中文冒号', en: 'a wide colon follows the key' },
    hint: { zh: '换成英文冒号和一个空格。', en: 'Write a plain colon and a space.' },
  },
  {
    pattern: /^ *(?:- +)?[A-Za-z]\w*(?<slip>:)[^\s:]/du,
    message: { zh: '冒号后面少了空格', en: 'the space after the colon is missing' },
    hint: { zh: '在冒号后面加一个空格。', en: 'Put a space after the colon.' },
  },
  {
    pattern: /[{[][^'"]*?(?<slip>[，；、])\s*[A-Za-z]\w*\s*[:：]/du,
    message: { zh: '括号里用了中文标点分隔', en: 'wide punctuation separates what stands in brackets' },
    hint: { zh: '换成英文逗号和一个空格。', en: 'Write a plain comma and a space.' },
  },
];

/**
 * The slip of the keyboard behind the first syntax fault: in the line where the parser stumbles, or in the one before,
 * which it may have read as the beginning of this one.
 */
export function slipAt(text: string, stumble: number): YamlFault | undefined {
  const start = text.lastIndexOf('\n', stumble - 1) + 1;
  const misplaced = wrongIndent(text, start, stumble);
  if (misplaced !== undefined) return misplaced;
  return (
    slipIn(text, start) ?? (start === 0 ? undefined : slipIn(text, text.lastIndexOf('\n', start - 2) + 1))
  );
}

/** Longest line that is looked at, in characters: what people type is shorter. */
const LONGEST = 1000;

function slipIn(text: string, start: number): YamlFault | undefined {
  const line = text.slice(start, start + LONGEST).split('\n', 1)[0] ?? '';
  if (/^\s*#/.test(line)) return undefined;
  for (const { pattern, message, hint } of SLIPS) {
    const found = pattern.exec(line)?.indices?.groups?.['slip'];
    if (found === undefined) continue;
    return { code: 'yaml-syntax', range: { start: start + found[0], end: start + found[1] }, message, hint };
  }
  return undefined;
}

const KEY_LINE = /^(?<indent> *)(?<dash>(?:- +)*)[A-Za-z]\w*:(?:$| (?<value>.*))/;

/** A line that is a whole key by itself, but stands deeper than the value before it allows, or at a level that is none. */
function wrongIndent(text: string, start: number, stumble: number): YamlFault | undefined {
  const [line = '', next = ''] = text.slice(start, start + 2 * LONGEST).split('\n', 2);
  const [here, below] = [KEY_LINE.exec(line)?.groups, KEY_LINE.exec(next)?.groups];
  if (here === undefined) return undefined;
  const { indent = '', dash = '', value = '' } = here;
  if (indent !== '' && stumble - start < indent.length) return indentFault(start, indent.length);
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
