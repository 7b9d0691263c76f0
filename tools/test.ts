import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { installHeadlessShell } from '#engine/cli/chromium.ts';
import { listTree } from '#engine/cli/files.ts';
import { LoadError } from '#engine/cli/project/load-project.ts';
import { shopFolders } from '#engine/cli/project/shop-folders.ts';
import { run, seconds } from '#engine/cli/run.ts';
import { Offended } from '#engine/cli/vite-plugin/project.ts';
import { buildUnlessMade, generateUnlessMade } from './unchanged.ts';

const { config } = shopFolders();

/** One thing that is checked. */
interface Stage {
  name: string;
  command: readonly [program: string, ...args: string[]];
  /** What it is about, where that may be missing: the engine is tested without a shop as well. */
  about?: string;
}

/** Everything that is checked, cheapest first: a stage that fails ends the run. */
const STAGES: readonly Stage[] = [
  { name: 'generate', command: ['node', 'tools/generate.ts'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'directions', command: ['node', 'tools/directions.ts'] },
  { name: 'unused', command: ['knip'], about: 'src/server' },
  { name: 'audit', command: ['node', 'tools/audit.ts'], about: 'package-lock.json' },
  { name: 'config', command: ['node', 'tools/check.ts'], about: config },
  { name: 'build', command: ['node', 'tools/build.ts'], about: config },
  { name: 'budgets', command: ['node', 'tools/check.ts', '--budget'], about: config },
  { name: 'tests', command: ['vitest', 'run'] },
];

/** Answers the exit code. */
async function testEverything(): Promise<number> {
  const started = performance.now();
  await installHeadlessShell();
  for (const { name, command, about } of STAGES) {
    if (about !== undefined && !existsSync(about)) {
      console.log(`\n── ${name}: left out, there is no ${about}`);
      continue;
    }
    const [program, ...args] = command;
    const stageStarted = performance.now();
    console.log(`\n── ${name}`);
    const code = await run(program, args);
    if (code !== 0) {
      console.error(`\n${name} failed after ${seconds(stageStarted)}`);
      return code;
    }
    console.log(`── ${name}: ${seconds(stageStarted)}`);
  }
  console.log(`\nEverything passed in ${seconds(started)}.`);
  return 0;
}

/** The tests that need the built site; a browser and a server of their own go with them. */
const IN_BROWSER = 'tests/e2e/';

/** Does one of the patterns, which are parts of paths as vitest takes them, name a test of the built site? */
async function needsSite(patterns: readonly string[]): Promise<boolean> {
  const files = (await listTree('tests')).filter((file) => file.startsWith(IN_BROWSER));
  return files.some((file) => patterns.some((pattern) => file.includes(pattern.replace(/:\d+$/, ''))));
}

/**
 * Runs only the tests whose path holds one of the patterns; what begins with `-`, and all after it, is vitest's.
 * Answers the exit code.
 */
async function testSome(args: readonly string[]): Promise<number> {
  const options = args.findIndex((arg) => arg.startsWith('-'));
  const patterns = options < 0 ? args : args.slice(0, options);
  await generateUnlessMade();
  if (patterns.length === 0 || (await needsSite(patterns)))
    await buildUnlessMade(process.env['DIST_DIR'] ?? 'dist', (line) => console.log(line));
  return run('vitest', ['run', ...args]);
}

const args = process.argv.slice(2);
// Many tests start processes, each of which loads the same sources: they are stripped and compiled once.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');
try {
  process.exitCode = args.length > 0 ? await testSome(args) : await testEverything();
} catch (fault) {
  if (!(fault instanceof Offended || fault instanceof LoadError)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
