import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('draws a page in a process that is watched, whose threads report what they load', async () => {
  const { stdout } = await run(process.execPath, ['tests/server/kernel/pdf/support/draw-once.ts'], {
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' },
  });
  expect(stdout.trim()).toBe('%PDF-');
});
