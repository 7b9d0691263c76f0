import { spawn } from 'node:child_process';
import { freePort } from '../free-port.ts';

/** What the shop is measured beside, as a process of its own. */
export interface BaselineServer {
  url: string;
  stop(): Promise<void>;
}

const PATIENCE = 20_000;

/** Starts a program that listens on `PORT`. @param probe a path that it answers once it is ready */
export async function startBaselineServer(
  program: string,
  { env, probe }: { env: NodeJS.ProcessEnv; probe: string },
): Promise<BaselineServer> {
  const port = await freePort();
  const child = spawn('node', [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port) },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://localhost:${port}`;
  for (const deadline = Date.now() + PATIENCE; ; ) {
    const isThere = await fetch(url + probe).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) break;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
