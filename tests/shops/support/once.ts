import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** ms between two looks at what another process makes. */
const PAUSE = 200;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Whether this process may make it; another one that died over it holds it no longer. */
async function isOurs(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
    return false;
  }
}

/**
 * Makes a folder unless it is there, once for all processes that ask at the same time: the others wait for it.
 * @param make fills the folder that it is given, which gets its name when all is in it
 */
export async function madeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    if (!(await isOurs(lock))) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      continue;
    }
    try {
      if (existsSync(folder)) return;
      const unfinished = `${folder}.${process.pid}`;
      await rm(unfinished, { recursive: true, force: true });
      await make(unfinished);
      await rename(unfinished, folder);
    } finally {
      await rm(lock, { force: true });
    }
  }
}
