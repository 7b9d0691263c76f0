import { constants, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Seconds for which the files of a build are kept after the last process that served it. */
const KEPT_FOR = 7 * 86_400;

/** Milliseconds after which a process says again that its files are in use. */
const RENEWED_EVERY = 6 * 3_600_000;

/** Below the folder of what browsers load; their names carry a hash of their content. */
const ASSETS = 'assets';

/** Files of builds that are no longer served, for tabs that were opened when they were. */
export interface KeptAssets {
  /** Holds `assets/` of this build and of those before. */
  folder: string;
  stop: () => void;
}

/**
 * Keeps the hashed files of this build in a folder that outlives it, and that all processes of the shop share: a tab which
 * was opened before a new version came, and one of the new version that reaches a process of the old, find theirs.
 */
export async function keepAssets(
  clientFolder: string,
  folder: string,
  now: () => number,
): Promise<KeptAssets> {
  const own = await readdir(join(clientFolder, ASSETS));
  const kept = join(folder, ASSETS);
  await mkdir(kept, { recursive: true });

  async function renew(): Promise<void> {
    const present = new Set(await readdir(kept));
    for (const name of own) {
      const path = join(kept, name);
      if (!present.has(name)) await copyWhole(join(clientFolder, ASSETS, name), path);
      await utimes(path, now(), now());
    }
    for (const name of present) {
      const facts = await stat(join(kept, name)).catch(() => null);
      if (facts && facts.mtimeMs / 1000 < now() - KEPT_FOR) await rm(join(kept, name), { force: true });
    }
  }

  await renew();
  // A file that cannot be renewed, on a full disk for instance, is kept for less: no reason to end.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY);
  timer.unref();
  return { folder, stop: () => clearInterval(timer) };
}

/** Another process may be copying it, or serving it while it is copied. */
async function copyWhole(source: string, target: string): Promise<void> {
  const part = `${target}.${process.pid}`;
  await copyFile(source, part, constants.COPYFILE_FICLONE);
  await rename(part, target);
}
