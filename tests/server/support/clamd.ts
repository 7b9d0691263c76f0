import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { clamd } from '#server/kernel/outside/scanner/clamd.ts';
import type { FileScanner } from '#server/kernel/outside/scanner/scanner.ts';
import { freePort } from '#tools/free-port.ts';

const PROGRAM = '/usr/sbin/clamd';

/** Where ClamAV can be had: `apt-get install clamav-daemon`. */
export const hasClamd = existsSync(PROGRAM);

/** What every scanner takes for a virus, and is none (eicar.org); put together here, so that this file is not taken for one. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-');

const NOBODY = 65534;

export interface RunningClamd {
  scanner: FileScanner;
  stop(): Promise<void>;
}

/** Debian's clamd with one signature, EICAR's, as a user who may do nothing. */
export async function startClamd(): Promise<RunningClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-clamd-'));
  const port = await freePort();
  const config = join(folder, 'clamd.conf');
  await writeFile(join(folder, 'own.ndb'), `EICAR:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  await writeFile(
    config,
    `Foreground yes\nDatabaseDirectory ${folder}\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nTemporaryDirectory ${folder}\n`,
  );
  const asRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  if (asRoot) await chown(folder, NOBODY, NOBODY);
  const child = spawn(PROGRAM, ['--config-file', config], {
    stdio: 'ignore',
    ...(asRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const scanner = clamd({ host: '127.0.0.1', port });
  process.once('exit', () => child.kill('SIGKILL'));
  await vi.waitFor(() => scanner.scan(Buffer.from('x')), { timeout: 60_000, interval: 50 });
  return {
    scanner,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
