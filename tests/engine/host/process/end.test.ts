import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** With what code a process ends that does some work and calls `endProcess(3)`, and whether nothing kept it any more. */
async function endAfter(work: string): Promise<{ code: unknown; byItself: boolean }> {
  const source = `import { endProcess } from './src/engine/host/process/end.ts';
    ${work}
    process.on('beforeExit', () => console.log('nothing is left'));
    endProcess(3);`;
  const ended = await run(process.execPath, ['--input-type=module', '--eval', source]).catch(
    (fault: { code: unknown; stdout: string }) => fault,
  );
  return { code: 'code' in ended ? ended.code : 0, byItself: ended.stdout !== '' };
}

it('ends by itself where nothing keeps the process, with the code that it was given', async () => {
  expect(await endAfter('')).toEqual({ code: 3, byItself: true });
});

it('ends all the same where something keeps the process', async () => {
  expect(await endAfter('setInterval(() => {}, 1_000);')).toEqual({ code: 3, byItself: false });
});
