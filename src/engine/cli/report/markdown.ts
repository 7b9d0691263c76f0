import { MEASURES, type PageWeight } from '#engine/compiler/budget/weight.ts';
import type { Section } from './changes.ts';
import { addressOf } from './parts.ts';
import { type Reached, reasonsOf } from './reach.ts';
import type { Words } from './vocabulary.ts';

export type Weights = ReadonlyMap<string, PageWeight>;

export interface Report {
  base: string;
  sections: readonly Section[];
  reached: readonly Reached[];
  /** How many pages there are in all. */
  pages: number;
  /** Warnings that the change brings, each a line. */
  warnings: readonly string[];
  /** Both sides as built; absent when they were not. */
  weights?: { before: Weights; after: Weights };
  /** Page -> pictures of it, as addresses in the Markdown. */
  shots?: ReadonlyMap<string, { before?: string; after?: string }>;
}

/** The report as a reviewer reads it. */
export function asMarkdown(report: Report, words: Words): string {
  const { base, sections, reached, pages, warnings } = report;
  const parts = [`## ${words.title}\n\n${words.comparedWith(base)}`];
  if (sections.length === 0) parts.push(words.unchanged);
  for (const { title, lines } of sections) parts.push(`### ${title}\n\n${lines.join('\n')}`);
  parts.push(`### ${words.reached}\n\n${reachText(reached, pages, words)}`);
  if (report.weights) parts.push(`### ${words.sizes}\n\n${weightTable(reached, report.weights, words)}`);
  if (warnings.length > 0)
    parts.push(`### ${words.warnings}\n\n${warnings.map((line) => `- ${line}`).join('\n')}`);
  if (report.shots) parts.push(`### ${words.pictures}\n\n${shotTable(reached, report.shots, words)}`);
  return `${parts.join('\n\n')}\n`;
}

function reachText(reached: readonly Reached[], pages: number, words: Words): string {
  if (reached.length === 0) return words.reachesNone;
  const rows = reached.map((one) => {
    const { name, page, kind } = one;
    return `| ${name} | \`${addressOf(page.route)}\` | ${words.change[kind]} | ${reasonsOf(one, words)} |`;
  });
  return [
    `${words.reaches(reached.length, pages)}\n`,
    `|${words.reachedHead.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`,
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** `+1.2 kB`; nothing where it is the same. */
function difference(measure: keyof PageWeight, before: number, after: number): string {
  const change = after - before;
  if (change === 0) return '—';
  const sign = change > 0 ? '+' : '−';
  const size = Math.abs(change);
  return measure === 'calls'
    ? `${sign}${size}`
    : size < 1000
      ? `${sign}${size} B`
      : `${sign}${(size / 1000).toFixed(1)} kB`;
}

const NOTHING: PageWeight = { scripts: 0, styles: 0, config: 0, html: 0, images: 0, calls: 0 };

function weightTable(
  reached: readonly Reached[],
  { before, after }: { before: Weights; after: Weights },
  words: Words,
): string {
  const rows = reached
    .filter(({ name }) => before.has(name) || after.has(name))
    .map(({ name }) => {
      const [was, is] = [before.get(name) ?? NOTHING, after.get(name) ?? NOTHING];
      return `| ${name} | ${MEASURES.map((measure) => difference(measure, was[measure], is[measure])).join(' | ')} |`;
    });
  return [
    `${words.sizesNote}\n`,
    `| ${words.page} | ${MEASURES.map((measure) => words.measure[measure]).join(' | ')} |`,
    `| --- | ${MEASURES.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

function shotTable(reached: readonly Reached[], shots: NonNullable<Report['shots']>, words: Words): string {
  const picture = (src: string | undefined, text: string) =>
    src === undefined ? words.noPicture : `![${text}](${src})`;
  const rows = reached.flatMap(({ name, kind }) => {
    const pair = shots.get(name);
    if (pair === undefined) return [];
    const before = kind === 'added' ? '' : picture(pair.before, `${name} ${words.before}`);
    const after = kind === 'removed' ? '' : picture(pair.after, `${name} ${words.after}`);
    return [`| ${name} | ${before} | ${after} |`];
  });
  return [`| ${words.page} | ${words.before} | ${words.after} |`, '| --- | --- | --- |', ...rows].join('\n');
}
