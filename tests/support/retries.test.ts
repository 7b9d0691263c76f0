import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const execute = promisify(execFile);

/** What a run of these tests, of a project of this name, says. */
async function runOf(project: string, tests: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-retries-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const reporters = [resolve('tests/support/retries.ts')];
  const test = { name: project, include: ['*.test.js'], globals: true, retry: 2 };
  const config = { root: folder, test: { reporters, projects: [{ test }] } };
  await writeFile(join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
  await writeFile(join(folder, 'some.test.js'), tests);
  const { stdout } = await execute(resolve('node_modules/.bin/vitest'), ['run', '--root', folder], {
    env: { ...process.env, CI: '1' },
  });
  return stdout;
}

const STEADY = `test('steady', () => {});`;
const FLAKY = `let times = 0; test('flaky', () => { times += 1; if (times < 3) throw new Error('not yet'); });`;

describe('the end of a test run', () => {
  it('says how often a browser test was tried again, and which', async () => {
    const said = await runOf('shop', STEADY + FLAKY);
    expect(said).toContain('Retries used by 2 browser tests: 2');
    expect(said).toContain('some.test.js > flaky');
  });

  it('says so when none was', async () => {
    expect(await runOf('shop', STEADY)).toContain('Retries used by 1 browser tests: 0');
  });

  it('says nothing of tests without a browser, which are not tried again', async () => {
    expect(await runOf('parts', STEADY)).not.toContain('Retries');
  });
});
