import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The project whose tests drive a browser, and may be tried again. */
const PROJECT = 'shop';

const retriesOf = (test: TestCase): number => test.diagnostic()?.retryCount ?? 0;

/** Says at the end of a run how often a browser test was tried again, and which: 0 as well. */
export default class Retries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .filter(({ project }) => project.name === PROJECT)
      .flatMap(({ children }) => [...children.allTests()]);
    if (tests.length === 0) return;
    const again = tests.filter((test) => retriesOf(test) > 0);
    const total = again.reduce((sum, test) => sum + retriesOf(test), 0);
    console.log(`Retries used by ${tests.length} browser tests: ${total}`);
    for (const test of again) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}
