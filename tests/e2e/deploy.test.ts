import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#tools/free-port.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { filledIn, linesOf } from '../support/runbook.ts';
import { DIST } from './support/addresses.ts';

const STAFF = { username: 'keeper', password: 'first-of-the-shop-7' };

let postgres: PostgresServer;
let dataDir: string;
const running: Started[] = [];

interface Started {
  /** What it has written to the terminal. */
  said: () => string;
  /** Answers whether any of it is left that takes the signal; 0 is none. */
  signal: (name: NodeJS.Signals | 0) => boolean;
}

beforeAll(async () => {
  postgres = await startPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'storewright-deployed-'));
});
afterAll(async () => {
  for (const started of running) started.signal('SIGKILL');
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts what an operator types, as a group of its own. */
function start(lines: string): Started {
  const { stdout, stderr, pid } = spawn('sh', ['-ec', lines], {
    env: { ...process.env, DIST_DIR: DIST },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  if (pid === undefined) throw new Error('there is no shell');
  const started = {
    said: () => said,
    signal(name: NodeJS.Signals | 0) {
      try {
        return process.kill(-pid, name);
      } catch {
        return false;
      }
    },
  };
  running.push(started);
  return started;
}

/** Ends it as Ctrl+C does, and waits until all of it is gone. */
async function end({ signal }: Started): Promise<void> {
  signal('SIGTERM');
  await expect.poll(() => signal(0)).toBe(false);
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function logIn(url: string, { username, password }: typeof STAFF): Promise<Response> {
  return fetch(`${url}/api/login`, { method: 'POST', body: new URLSearchParams({ username, password }) });
}

it('a checkout becomes a shop of two processes by what the runbook says', async () => {
  const [install, settings = '', first = '', ...more] = await linesOf('Deploy', 'npm start');
  expect(more).toEqual([]);
  // Done before these tests, as for every clone.
  expect(install).toBe('npm ci && npm run build');
  const [port, otherPort] = [await freePort(), await freePort()];
  const values = {
    DATABASE_URL: await postgres.createDatabase('deployed'),
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
    STAFF_USERNAME: STAFF.username,
    STAFF_PASSWORD: STAFF.password,
  };
  const exported = filledIn(settings, values);
  const command = filledIn(first, { ...values, PORT: String(port) });
  expect(exported + command).not.toContain('…');

  const shop = start(`${exported}\n${command}`);
  const url = `http://localhost:${port}`;
  await expect.poll(() => isReady(url), { timeout: 150_000 }).toBe(true);
  const other = start(`${exported}\nPORT=${otherPort} npm start`);
  const otherUrl = `http://localhost:${otherPort}`;
  await expect.poll(() => isReady(otherUrl), { timeout: 150_000 }).toBe(true);

  for (const address of [url, otherUrl]) {
    expect((await fetch(address)).status).toBe(200);
    expect(await (await logIn(address, STAFF)).json()).toMatchObject({ code: 200 });
    // The demo is nowhere: neither its accounts nor the page that shows its codes.
    expect(
      await (await logIn(address, { username: 'demo', password: 'Demo@2026' })).json(),
    ).not.toMatchObject({
      code: 200,
    });
    expect((await fetch(`${address}/api/dev/outbox`)).status).toBe(404);
  }
  await end(shop);
  expect(await isReady(otherUrl)).toBe(true);
  await end(other);
  expect(other.said()).toContain(otherUrl);
}, 400_000);
