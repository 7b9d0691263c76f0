import { describe, expect, it } from 'vitest';
import { hottest } from '#tools/bench/profile.ts';
import { isReached, ROWS } from '#tools/bench/rows.ts';
import { tableOf } from '#tools/bench/table.ts';

const run = (figures: Parameters<typeof tableOf>[0]['figures'], at = '2026-11-24T01:00:00.000Z') => ({
  at,
  commit: 'abc1234',
  figures,
});

/** The cells of the row that begins so. */
function cellsOf(table: string, title: string): string[] {
  const line = table.split('\n').find((one) => one.startsWith(`| ${title}`)) ?? '';
  return line.split('|').map((cell) => cell.trim());
}

describe('the table of a run', () => {
  it('shows a figure, its baseline, their ratio, the goal, and how it stood in the latest run that had it', () => {
    const measured = { value: 400, baseline: 1000, p50: 12.34, p95: 56.78, others: 0.01 };
    const earlier = [
      run({}),
      run({ list: { value: 200, others: 0 } }),
      run({ list: { value: 1, others: 0 } }),
    ];
    expect(cellsOf(tableOf(run({ list: measured }), earlier), ROWS.list.title).slice(2, -1)).toEqual([
      '400 /s',
      '1,000 /s (node:http + pg, 40 rows by key)',
      '0.4',
      '≥ 0.36',
      'yes',
      '200 (+100 %)',
      '12.3, 56.8 ms',
      'yes (1 %)',
    ]);
  });

  it('says what failed, and that the machine was not quiet', () => {
    const table = tableOf(run({ home: { value: 20, failed: 3, others: 0.4 } }), []);
    const cells = cellsOf(table, ROWS.home.title);
    expect(cells).toContain('20 /s, **3 failed**');
    expect(cells).toContain('**no** (40 %)');
  });
});

describe('a goal', () => {
  it('of a ratio needs its baseline', () => {
    expect(isReached(ROWS.detail, { value: 150, baseline: 1000, others: 0 })).toBe(true);
    expect(isReached(ROWS.detail, { value: 149, baseline: 1000, others: 0 })).toBe(false);
    expect(isReached(ROWS.detail, { value: 149, others: 0 })).toBeUndefined();
  });

  it('of a figure may be a bound above or below', () => {
    expect(isReached(ROWS.memory, { value: 351, others: 0 })).toBe(false);
    expect(isReached(ROWS.memory, { value: 350, others: 0 })).toBe(true);
    expect(isReached(ROWS.home, { value: 150, others: 0 })).toBe(true);
  });
});

it('a profile names the functions that took most time themselves', () => {
  const frame = (functionName: string) => ({ functionName, url: 'node:fs', lineNumber: 4 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('read') },
      { id: 2, callFrame: frame('write') },
      { id: 3, callFrame: frame('read') },
    ],
    samples: [1, 2, 3],
    timeDeltas: [100, 300, 100],
  };
  expect(hottest(profile)).toEqual([' 60.0 %  write  node:fs:5', ' 40.0 %  read  node:fs:5']);
});
