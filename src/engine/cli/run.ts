import { spawn } from 'node:child_process';

/** Runs a program in `cwd` with this terminal's streams; its exit code, 1 when a signal ended it. */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = '.',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd, env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The seconds since `start` (from `performance.now()`), as `1.2 s`. */
export const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
