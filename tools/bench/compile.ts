import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { besideOthers, endedSeconds } from './machine.ts';
import { median } from './median.ts';
import type { Figures, Measured } from './rows.ts';
import { measureSaved } from './saved.ts';

const execute = promisify(execFile);

const PAGES = 2000;
const RUNS = 5;
const CHANGES = 9;

const CHECK = ['tools/check.ts'];

interface Cost {
  /** ms from start to end. */
  time: number;
  /** ms of processors. */
  processor: number;
}

/** What a program costs, the median of a few runs. Linux alone counts the processor. */
async function costOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Cost> {
  const costs: Cost[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    const [started, before] = [performance.now(), await endedSeconds()];
    await execute('node', [...args], { env: { ...process.env, ...env } });
    const processor = ((await endedSeconds()) - before) * 1000;
    costs.push({ time: performance.now() - started, processor });
  }
  return {
    time: median(costs.map(({ time }) => time)),
    processor: median(costs.map(({ processor }) => processor)),
  };
}

/** A copy of the config, and of what it is written with, with so many pages more; whoever asks for it removes it. */
async function grown(configDir: string, pages: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-grown-'));
  await cp(configDir, join(folder, 'config'), { recursive: true });
  for (let index = 0; index < pages; index += 1) {
    const file = join(folder, pagePath(index));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, pageText(index, 'a'));
  }
  return folder;
}

/** ms to compile again after one of many pages was changed. */
async function measureOnePage(configDir: string): Promise<number> {
  const files = new Map(await loadProject(configDir));
  for (let index = 0; index < PAGES; index += 1) files.set(pagePath(index), pageText(index, 'a'));
  const compile = createCompiler();
  const { offenses } = compile(files);
  if (offenses.some(({ severity }) => severity === 'error'))
    throw new Error(`the measured config does not compile: ${JSON.stringify(offenses[0])}`);
  const middle = PAGES / 2;
  const times = Array.from({ length: CHANGES }, (_, change) => {
    files.set(pagePath(middle), pageText(middle, `b${change}`));
    const started = performance.now();
    compile(files);
    return performance.now() - started;
  });
  return median(times);
}

/** Measures the compiler as its users meet it. */
export async function measureCompile(configDir: string, report: (line: string) => void): Promise<Figures> {
  const figures: Figures = {};
  async function measure(row: keyof Figures, work: () => Promise<Omit<Measured, 'others'>>): Promise<void> {
    report(row);
    const { result, others } = await besideOthers(work);
    figures[row] = { ...result, others };
  }
  const start = (await costOf(['--eval', '0'])).time;
  await measure('check', async () => ({ value: (await costOf(CHECK)).time, baseline: start }));
  await measure('morePages', async () => {
    const folder = await grown(configDir, PAGES);
    try {
      const [usual, more] = [
        await costOf(CHECK),
        await costOf(CHECK, { CONFIG_DIR: join(folder, 'config') }),
      ];
      return { value: more.processor - usual.processor };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  await measure('onePage', async () => ({ value: await measureOnePage(configDir) }));
  report('saved');
  return { ...figures, saved: await measureSaved(configDir) };
}

const pagePath = (index: number) => `config/pages/bench/page-${index}.yaml`;

const pageText = (index: number, mark: string) => `name: bench_${index}
path: /bench/${index}
title: 专场 ${index} ${mark}
data:
  goods: { call: goods.list, query: { select: $query.select, page: $query.page } }
blocks:
  - { block: text, level: title, text: '专场 ${index}' }
  - { block: text, text: '共 {$data.goods.total} 个商品' }
  - block: goods-grid
    items: $data.goods.list
    to: /list_info/{$item.id}
    when: { gt: [$data.goods.total, 0] }
    on:
      add:
        - call: cart.add
          body: { params: [$event.line] }
        - { toast: 已加入购物车 }
  - block: pagination
    page: $data.goods.page
    pageSize: $data.goods.page_size
    total: $data.goods.total
    on: { change: [{ query: { page: $event.page } }] }
`;
