import { resolve } from 'node:path';
import { listTree } from '#engine/cli/files.ts';
import { LoadError } from '#engine/cli/project/load-project.ts';
import { run, seconds } from '#engine/cli/run.ts';
import { Offended } from '#engine/cli/vite-plugin/project.ts';
import { buildUnlessMade, generateUnlessMade } from './unchanged.ts';

/** Everything that is checked, cheapest first: a stage that fails ends the run. */
const STAGES: readonly [name: string, command: string, ...args: string[]][] = [
  ['generate', 'node', 'tools/generate.ts'],
  ['types', 'tsc', '--noEmit'],
  ['format', 'biome', 'check', '--error-on-warnings', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['directions', 'node', 'tools/directions.ts'],
  ['unused', 'knip'],
  ['config', 'node', 'tools/check.ts'],
  ['build', 'node', 'tools/build.ts'],
  ['budgets', 'node', 'tools/check.ts', '--budget'],
  ['tests', 'vitest', 'run'],
];

/** Answers the exit code. */
async function testEverything(): Promise<number> {
  const started = performance.now();
  for (const [name, command, ...args] of STAGES) {
    const stageStarted = performance.now();
    console.log(`\n── ${name}`);
    const code = await run(command, args);
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
