import { run, seconds } from '#engine/cli/run.ts';

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

const started = performance.now();
for (const [name, command, ...args] of STAGES) {
  const stageStarted = performance.now();
  console.log(`\n── ${name}`);
  const code = await run(command, args);
  if (code !== 0) {
    console.error(`\n${name} failed after ${seconds(stageStarted)}`);
    process.exit(code);
  }
  console.log(`── ${name}: ${seconds(stageStarted)}`);
}
console.log(`\nEverything passed in ${seconds(started)}.`);
