import type { Run } from './kept.ts';
import { QUIET } from './machine.ts';
import { type Goal, isReached, type Measured, ROWS, type Row, type RowName } from './rows.ts';

const HEAD = ['what', 'figure', 'beside it', 'ratio', 'goal', 'reached', 'last', 'p50, p95', 'quiet'];

/** Three digits that count. */
function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

function goalText({ of, least, most }: Goal, unit: string): string {
  const bound = least === undefined ? `≤ ${most ?? ''}` : `≥ ${least}`;
  return of === 'value' ? `${bound} ${unit}` : bound;
}

function quietText({ others }: Measured): string {
  if (Number.isNaN(others)) return 'unknown';
  const share = `${Math.round(others * 100)} %`;
  return others <= QUIET ? `yes (${share})` : `**no** (${share})`;
}

/** Change of a figure since an earlier run: `+12 %`. */
function changeText({ value }: Measured, earlier: Measured | undefined): string {
  if (!earlier) return '';
  const change = Math.round((value / earlier.value - 1) * 100);
  return `${digits(earlier.value)} (${change < 0 ? '−' : '+'}${Math.abs(change)} %)`;
}

const REACHED = { true: 'yes', false: 'no', undefined: '' } as const;

function cellsOf(name: RowName, measured: Measured, earlier: Measured | undefined): string[] {
  const row: Row = ROWS[name];
  const { value, baseline, p50, p95, failed = 0 } = measured;
  return [
    row.title,
    `${digits(value)} ${row.unit}${failed > 0 ? `, **${failed} failed**` : ''}`,
    baseline === undefined ? '' : `${digits(baseline)} ${row.unit} (${row.against ?? ''})`,
    baseline === undefined ? '' : digits(value / baseline),
    row.goal ? goalText(row.goal, row.unit) : '',
    REACHED[`${isReached(row, measured)}`],
    changeText(measured, earlier),
    p50 === undefined || p95 === undefined ? '' : `${digits(p50)}, ${digits(p95)} ms`,
    quietText(measured),
  ];
}

/** A run as a table in Markdown, each figure beside the latest of an earlier run. @param earlier the latest first */
export function tableOf({ figures, at, commit }: Run, earlier: readonly Run[]): string {
  const rows = (Object.keys(ROWS) as RowName[]).flatMap((name) => {
    const measured = figures[name];
    if (!measured) return [];
    const before = earlier.find((run) => run.figures[name])?.figures[name];
    return [cellsOf(name, measured, before)];
  });
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${at}, ${commit}\n\n${lines.join('\n')}\n`;
}
