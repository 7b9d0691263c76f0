import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The project whose tests drive a browser, and may be tried again. */
const PROJECT = 'shop';

const retriesOf = (test: TestCase): number => test.diagnostic()?.retryCount ?? 0;

/** What went wrong before it went well, with the line of the test. */
const causesOf = (test: TestCase): string[] =>
  (test.result().errors ?? []).map(({ message, stacks = [] }) => {
    const at = stacks.find(({ file }) => file.endsWith('.test.ts'));
    return `${message.split('\n').slice(0, 6).join('\n      ')} (line ${at?.line ?? '?'})`;
  });

/** Says at the end of a run how often a browser test was tried again, which and why: 0 as well. */
export default class Retries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .filter(({ project }) => project.name === PROJECT)
      .flatMap(({ children }) => [...children.allTests()]);
    if (tests.length === 0) return;
    const again = tests.filter((test) => retriesOf(test) > 0);
    const total = again.reduce((sum, test) => sum + retriesOf(test), 0);
    console.log(`Retries used by ${tests.length} browser tests: ${total}`);
    for (const test of again) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const cause of causesOf(test)) console.log(`    ${cause}`);
    }
  }
}
