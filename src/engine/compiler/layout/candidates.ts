import type { Text } from '../offense.ts';
import type { Edit } from '../source/edit.ts';
import type { YamlFault } from '../source/yaml-fault.ts';
import { columnsAround, type Line } from './lines.ts';

/** An edit that may repair a text that does not parse. */
export interface Candidate {
  edit: Edit;
  /** The fault to report if this edit is chosen; undefined for the fault of the parser. */
  fault: YamlFault | undefined;
}

const fault = (start: number, end: number, message: Text, hint: Text): YamlFault => ({
  code: 'yaml-syntax',
  range: { start, end: Math.max(end, start + 1) },
  message,
  hint,
});

/** Edits that add a missing dash before the first key of an item. */
export function* dashes({ start, text, indent, isItem }: Line): Generator<Candidate> {
  const word = /^[\w-]+(?=:)/.exec(text.trimStart())?.[0];
  if (isItem || word === undefined) return;
  const at = start + indent;
  const missingDash = fault(
    at,
    at + word.length,
    {
      zh: `${word} 是列表的一项，前面少了横线`,
      en: `${word} begins an item of a list, and its dash is missing`,
    },
    {
      zh: `写成 - ${word}: …，横线和同一列表的其他横线对齐。`,
      en: `Write - ${word}: …, its dash below the other dashes.`,
    },
  );
  if (indent >= 2) yield { edit: { start: at - 2, end: at, text: '- ' }, fault: missingDash };
  yield { edit: { start: at, end: at, text: '- ' }, fault: missingDash };
}

/** Edits that move a line to another column. */
export function* indents(lines: readonly Line[], index: number): Generator<Candidate> {
  const line = lines[index];
  if (line === undefined || !/^\s*(?:-\s|[\w.'"$-]+:(?:\s|$))/.test(line.text)) return;
  const { start, text, indent } = line;
  const blanks = start + indent;
  const word = /^\S+/.exec(text.slice(indent))?.[0] ?? '';
  // For wide spaces and tabs the fault of the parser is more specific.
  const isOdd = /[^ ]/.test(text.slice(0, indent));
  for (const column of columnsAround(lines, index)) {
    yield {
      edit: { start, end: blanks, text: ' '.repeat(column) },
      fault: isOdd
        ? undefined
        : fault(
            start,
            indent === 0 ? start + word.length : blanks,
            { zh: '这一行的缩进不对', en: 'this line is indented wrongly' },
            {
              zh: `和同一层的键对齐：前面应有 ${column} 个空格，现在是 ${indent} 个。`,
              en: `Align it with the keys of its level: ${column} spaces, not ${indent}.`,
            },
          ),
    };
  }
}

/** Edits that add a missing colon after a key. */
export function* colons({ start, text }: Line): Generator<Candidate> {
  const match = /^(\s*(?:- +)*)([A-Za-z]\w*)(?=\s|$)/.exec(text);
  const [, lead = '', word = ''] = match ?? [];
  if (match === null) return;
  const at = start + lead.length;
  yield {
    edit: { start: at + word.length, end: at + word.length, text: ':' },
    fault: fault(
      at,
      at + word.length,
      { zh: `${word} 后面少了冒号`, en: `the colon after ${word} is missing` },
      { zh: `写成 ${word}: 加一个空格，再写值。`, en: `Write ${word}: and a space before the value.` },
    ),
  };
}

const TYPOS: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /^ *(?<typo>[—–－•·])\s*[\w'"{]/du, instead: '-' },
  { pattern: /^ *(?<typo>-)[A-Za-z]\w*[:：]/du, instead: '- ' },
  { pattern: /^ *(?:- +)?[A-Za-z]\w*(?<typo>：)/du, instead: ': ' },
  { pattern: /[{,]\s*[A-Za-z]\w*(?<typo>：)/du, instead: ': ' },
  { pattern: /^ *(?:- +)?[A-Za-z]\w*(?<typo>:)[^\s:]/du, instead: ': ' },
  { pattern: /[{[][^'"]*?(?<typo>[，；、])\s*[A-Za-z]\w*\s*[:：]/du, instead: ', ' },
];

/** Edits of typing errors, quotes and brackets: the fault of the parser is right, only its consequences are not. */
export function* marks({ start, text }: Line): Generator<Candidate> {
  const at = (from: number, to: number, instead: string): Candidate => ({
    edit: { start: start + from, end: start + to, text: instead },
    fault: undefined,
  });
  for (const { pattern, instead } of TYPOS) {
    const typo = pattern.exec(text)?.indices?.groups?.['typo'];
    if (typo !== undefined) yield at(typo[0], typo[1], instead);
  }
  yield* quotes(start, text);
  const end = text.trimEnd().length;
  for (const bracket of ['}', ']']) yield at(end, end, bracket);
  if (/[}\]]\s*$/.test(text)) yield at(end - 1, end, '');
  const tabs = /^[ \t]*\t[ \t]*/.exec(text)?.[0];
  if (tabs !== undefined) yield at(0, tabs.length, tabs.replaceAll('\t', '  '));
}

/** Edits that add a missing quote before or after any value of the line. */
function* quotes(start: number, text: string): Generator<Candidate> {
  for (const quote of ["'", '"']) {
    const offsets = [...text.matchAll(new RegExp(quote, 'g'))].map(({ index }) => index);
    if (offsets.length % 2 === 0) continue;
    const from = offsets[0] ?? 0;
    const closings = [...text.matchAll(/(?=\s*(?:[}\]]|, |$))/g)].map(({ index }) => index);
    const openings = [...text.matchAll(/(?<=(?:[:,-]|[{[]) ?)(?=[^\s'"])/g)].map(({ index }) => index);
    const put = (offset: number): Edit => ({ start: start + offset, end: start + offset, text: quote });
    for (const offset of new Set(closings.filter((index) => index > from)))
      yield { edit: put(offset), fault: undefined };
    for (const offset of openings.filter((index) => index < (offsets.at(-1) ?? 0)).toReversed()) {
      yield {
        edit: put(offset),
        fault: fault(
          start + offset,
          start + (offsets.at(-1) ?? 0) + 1,
          { zh: '这段文字末尾有引号，开头没有', en: 'this text ends in a quote and does not begin with one' },
          {
            zh: `在开头补上 ${quote}，或去掉末尾的。`,
            en: `Put ${quote} before it, or remove the one at its end.`,
          },
        ),
      };
    }
  }
}
