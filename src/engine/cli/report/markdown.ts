import { MEASURES, type PageWeight } from '#engine/compiler/budget/weight.ts';
import type { Section } from './changes.ts';
import { addressOf } from './parts.ts';
import type { Reached } from './reach.ts';

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

const KINDS = { added: '新增', removed: '删除', changed: '修改' };
const HEADS = {
  scripts: '脚本',
  styles: '样式',
  config: '配置',
  html: 'HTML',
  images: '图片',
  calls: '调用',
};

/** The report as a reviewer reads it. */
export function asMarkdown(report: Report): string {
  const { base, sections, reached, pages, warnings } = report;
  const parts = [`## 这次改动\n\n与 \`${base}\` 相比。`];
  if (sections.length === 0) parts.push('配置没有变化。');
  for (const { title, lines } of sections) parts.push(`### ${title}\n\n${lines.join('\n')}`);
  parts.push(`### 影响到的页面\n\n${reachText(reached, pages)}`);
  if (report.weights) parts.push(`### 大小\n\n${weightTable(reached, report.weights)}`);
  if (warnings.length > 0) parts.push(`### 新的提醒\n\n${warnings.map((line) => `- ${line}`).join('\n')}`);
  if (report.shots) parts.push(`### 前后对比\n\n${shotTable(reached, report.shots)}`);
  return `${parts.join('\n\n')}\n`;
}

function reachText(reached: readonly Reached[], pages: number): string {
  if (reached.length === 0) return '没有页面受影响。';
  const rows = reached.map(
    ({ name, page, kind, because }) =>
      `| ${name} | \`${addressOf(page.route)}\` | ${KINDS[kind]} | ${because.join('、')} |`,
  );
  return [
    `${reached.length} 个页面（共 ${pages} 个），其余页面显示的与取的都不变。\n`,
    '| 页面 | 地址 | | 因为 |',
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
): string {
  const rows = reached
    .filter(({ name }) => before.has(name) || after.has(name))
    .map(({ name }) => {
      const [was, is] = [before.get(name) ?? NOTHING, after.get(name) ?? NOTHING];
      return `| ${name} | ${MEASURES.map((measure) => difference(measure, was[measure], is[measure])).join(' | ')} |`;
    });
  return [
    '首次打开，gzip 之后。\n',
    `| 页面 | ${MEASURES.map((measure) => HEADS[measure]).join(' | ')} |`,
    `| --- | ${MEASURES.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

function shotTable(reached: readonly Reached[], shots: NonNullable<Report['shots']>): string {
  const picture = (src: string | undefined, text: string) =>
    src === undefined ? '没拍成' : `![${text}](${src})`;
  const rows = reached.flatMap(({ name, kind }) => {
    const pair = shots.get(name);
    if (pair === undefined) return [];
    const before = kind === 'added' ? '' : picture(pair.before, `${name} 之前`);
    const after = kind === 'removed' ? '' : picture(pair.after, `${name} 之后`);
    return [`| ${name} | ${before} | ${after} |`];
  });
  return ['| 页面 | 之前 | 之后 |', '| --- | --- | --- |', ...rows].join('\n');
}
