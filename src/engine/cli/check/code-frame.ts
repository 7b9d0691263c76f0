import type { Offense } from '#engine/compiler/offense.ts';
import { columnsOf } from '../columns.ts';

/** Terminal columns that a line of a frame may take; longer ones are truncated around the offense. */
const WIDEST = 100;

/** Characters kept before the offense when a line is truncated. */
const BEFORE = 40;

/** Control and invisible characters; each is shown as one sign, so that the carets stay aligned. */
const CONTROLS = /\p{Cc}|\p{Cs}|\u200b|\u200e|\u200f|[\u2028-\u202e]|[\u2066-\u2069]|\ufeff/gu;

/** The line with the offense, one before and one after, and carets under its characters. */
export function codeFrame({ line, column, endLine, endColumn }: Offense, text: string): string[] {
  const lines = text.split('\n');
  if (lines[line - 1] === undefined || text === '') return [];
  const width = String(line + 1).length;
  const frame: string[] = [];
  for (let number = Math.max(1, line - 1); number <= Math.min(lines.length, line + 1); number++) {
    const source = visible((lines[number - 1] ?? '').replace(/\r$/, ''));
    const isOffending = number === line;
    const end = !isOffending ? 1 : endLine === line ? endColumn : source.length + 1;
    const { shown, start, stop } = truncated(source, isOffending ? column - 1 : 0, end - 1);
    frame.push(`  ${isOffending ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`);
    if (!isOffending) continue;
    const marks = Math.max(1, columnsOf(shown.slice(start, stop)));
    frame.push(
      `    ${' '.repeat(width)} | ${' '.repeat(columnsOf(shown.slice(0, start)))}${'^'.repeat(marks)}`,
    );
  }
  return frame;
}

const visible = (text: string) => text.replace(CONTROLS, (sign) => (sign === '\t' ? ' ' : '·'));

/** A line truncated to `WIDEST`, and the position of its `[from, to)` in the result. */
function truncated(line: string, from: number, to: number): { shown: string; start: number; stop: number } {
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
