import type { Offense } from '#engine/compiler/offense.ts';
import { columnsOf } from '../columns.ts';

/** Terminal columns that a line of a frame may take; longer ones are shown around the place that is meant. */
const WIDEST = 100;

/** Characters kept before the place when a line is cut. */
const BEFORE = 40;

/** What a terminal would obey, or not show at all; each is shown as one sign, so that the carets stay where they belong. */
const CONTROLS = /\p{Cc}|\p{Cs}|\u200b|\u200e|\u200f|[\u2028-\u202e]|[\u2066-\u2069]|\ufeff/gu;

/** The line with the offense, one before and one after, and carets under the words that are meant. */
export function codeFrame({ line, column, endLine, endColumn }: Offense, text: string): string[] {
  const lines = text.split('\n');
  const meant = lines[line - 1];
  if (meant === undefined || text === '') return [];
  const width = String(line + 1).length;
  const frame: string[] = [];
  for (let number = Math.max(1, line - 1); number <= Math.min(lines.length, line + 1); number++) {
    const source = visible((lines[number - 1] ?? '').replace(/\r$/, ''));
    const isMeant = number === line;
    const end = !isMeant ? 1 : endLine === line ? endColumn : source.length + 1;
    const { shown, start, stop } = around(source, isMeant ? column - 1 : 0, end - 1);
    frame.push(`  ${isMeant ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`);
    if (!isMeant) continue;
    const marks = Math.max(1, columnsOf(shown.slice(start, stop)));
    frame.push(
      `    ${' '.repeat(width)} | ${' '.repeat(columnsOf(shown.slice(0, start)))}${'^'.repeat(marks)}`,
    );
  }
  return frame;
}

const visible = (text: string) => text.replace(CONTROLS, (sign) => (sign === '\t' ? ' ' : '·'));

/** A line cut to what fits, and where `[from, to)` of it then stands. */
function around(line: string, from: number, to: number): { shown: string; start: number; stop: number } {
  if (columnsOf(line) <= WIDEST) return { shown: line, start: from, stop: to };
  const first = from <= BEFORE ? 0 : from - BEFORE;
  const lead = first === 0 ? '' : '…';
  let kept = line.slice(first);
  while (columnsOf(kept) > WIDEST)
    kept = kept.slice(0, Math.max(1, kept.length - Math.ceil((columnsOf(kept) - WIDEST) / 2)));
  const tail = first + kept.length < line.length ? '…' : '';
  const start = lead.length + from - first;
  return { shown: lead + kept + tail, start, stop: Math.min(start + to - from, lead.length + kept.length) };
}
