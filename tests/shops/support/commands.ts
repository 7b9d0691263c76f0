import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What a terminal outside this repository and its tests knows. */
const outside = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  return { ...process.env, NODE_ENV: undefined, VITEST: undefined, LC_ALL: 'C.UTF-8', ...env };
};

/**
 * Runs a command in a folder.
 * @returns what it said
 * @throws what it said, where it fails
 */
export async function execIn(
  cwd: string,
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd, env: outside(env), maxBuffer: 50_000_000 };
  return execute(command, args, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr, message }: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error([message, stdout, stderr].filter(Boolean).join('\n'));
    },
  );
}

/** A process that goes on until it is stopped. */
export interface Running {
  /** The address that it named. */
  url: string;
  /** What it has said so far. */
  said(): string;
  /** @throws when it ends with another code than 0; one that leaves signals alone ends by this one, without a code */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it says where it listens.
 * @throws what it said, where it ends before that
 */
export async function serveIn(
  cwd: string,
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<Running> {
  const child = spawn(command, args, { cwd, env: outside(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const address = /https?:\/\/localhost:\d+/.exec(line)?.[0];
        if (address !== undefined) resolve(address);
      });
    child.once('error', reject);
    void gone.then(() => reject(new Error(`ended before it listened:\n${lines.join('\n')}`)));
  });
  return {
    url,
    said: () => lines.join('\n'),
    async stop() {
      child.kill('SIGTERM');
      const code = await gone;
      if (code !== null && code !== 0)
        throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${lines.join('\n')}`);
    },
  };
}
