import { spawn } from 'node:child_process';
import { freePort } from '../../free-port.ts';

export interface BareServer {
  url: string;
  stop(): Promise<void>;
}

const PATIENCE = 10_000;

/** Starts `bare-server.ts` beside the shop's database. @param pages folder of the pages that it answers */
export async function startBareServer(databaseUrl: string, pages: string): Promise<BareServer> {
  const port = await freePort();
  const child = spawn('node', ['tools/bench/server/bare-server.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, PAGES: pages, PORT: String(port) },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + PATIENCE; ; ) {
    const isThere = await fetch(`${url}/row`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) break;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the bare server did not start');
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
