import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

export interface Development {
  url: string;
  /** The copy of the config that it shows: what is saved there is what changes. */
  configDir: string;
  stop(): Promise<void>;
}

/** `npm run dev` over a copy of a config, in a process group of its own, without goods. */
export async function startDevelopment(configDir: string): Promise<Development> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-dev-'));
  const copy = join(folder, 'config');
  await cp(configDir, copy, { recursive: true });
  const port = await freePort();
  const child = spawn('node', ['tools/dev.ts'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      CONFIG_DIR: copy,
      DATA_DIR: join(folder, 'data'),
      SEED: 'none',
      LOG_LEVEL: 'error',
    },
  });
  /* Of what it says to somebody who develops, only that it began anew or ended: the cause of what failed meanwhile. */
  createInterface(child.stdout).on('line', (line) => {
    if (/^(?:Restarting|Failed running)/.test(line)) console.error(line);
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: `http://localhost:${port}`,
    configDir: copy,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
