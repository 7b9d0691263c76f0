import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { KEPT_IN } from '#engine/cli/check/known-offenses.ts';
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

/** As `npm run check` calls it. */
const CHECK = ['--max-semi-space-size=32', 'tools/check.ts'];

/** Where `npm run check` keeps its code. */
const CODE = 'node_modules/.cache/node';

interface Cost {
  /** ms from start to end. */
  time: number;
  /** ms of processors. */
  processor: number;
}

interface Program {
  args: readonly string[];
  /** Of each run, which has a number. */
  env?: (run: number) => NodeJS.ProcessEnv;
  /** Done before each run. */
  before?: (run: number) => Promise<unknown>;
}

/** What a program costs, the median of a few runs. Linux alone counts the processor. */
async function costOf({ args, env, before: prepare }: Program): Promise<Cost> {
  const costs: Cost[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    await prepare?.(index);
    const [started, before] = [performance.now(), await endedSeconds()];
    await execute('node', [...args], { env: { ...process.env, ...env?.(index) } });
    const processor = ((await endedSeconds()) - before) * 1000;
    costs.push({ time: performance.now() - started, processor });
  }
  return {
    time: median(costs.map(({ time }) => time)),
    processor: median(costs.map(({ processor }) => processor)),
  };
}

/**
 * What a check of a config costs.
 * @param kept where the code of a run is kept; what is kept of files is used as far as `before` leaves it
 */
const checkOf = (folder: string, kept: (run: number) => string, before?: Program['before']): Promise<Cost> =>
  costOf({
    args: CHECK,
    env: (run) => ({ CONFIG_DIR: join(folder, 'config'), NODE_COMPILE_CACHE: kept(run) }),
    ...(before && { before }),
  });

/** A file system in memory, where there is one. */
const MEMORY = '/dev/shm';

/**
 * What it costs where nothing is kept, neither of files nor of code. The code of a run is written into memory where that can
 * be: an ext4 without a journal avoids the inodes that were freed within the last minutes, and what is built before this
 * frees hundreds of them, so that the files that a run creates would cost a third of it.
 */
async function coldCheckOf(folder: string): Promise<Cost> {
  const kept = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'storewright-code-'));
  const forget = () => rm(KEPT_IN, { recursive: true, force: true });
  try {
    return await checkOf(folder, (run) => join(kept, `${run}`), forget);
  } finally {
    await rm(kept, { recursive: true, force: true });
  }
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
    if (compile(files).registry === null) throw new Error('the changed page does not compile');
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
  const start = (await costOf({ args: ['--eval', '0'] })).time;
  const [usual, large] = [await grown(configDir, 1), await grown(configDir, PAGES)];
  try {
    let cold = 0;
    await measure('check', async () => {
      const { time, processor } = await coldCheckOf(usual);
      cold = processor;
      return { value: time, baseline: start };
    });
    await measure('checkAgain', async () => ({
      value: (await checkOf(usual, () => CODE)).time,
      baseline: start,
    }));
    await measure('checkEdited', async () => {
      const edit = (run: number) => writeFile(join(usual, pagePath(0)), pageText(0, `b${run}`));
      return { value: (await checkOf(usual, () => CODE, edit)).time, baseline: start };
    });
    await measure('morePages', async () => ({
      value: (await coldCheckOf(large)).processor - cold,
    }));
  } finally {
    for (const folder of [usual, large]) await rm(folder, { recursive: true, force: true });
  }
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
