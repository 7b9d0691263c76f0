import { access } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { build } from '#engine/cli/build/build.ts';
import { startPostgres } from '#tools/postgres.ts';
import { startSite } from '#tools/site-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shop of these tests answers. */
    shop: string;
    /** How many buyers the tests name; the shop has as many again, for second tries. */
    buyers: number;
  }
}

const BUYERS = 68;

/** One built shop with its demo data, in a process of its own, for all files of this folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const distDir = process.env['DIST_DIR'] ?? 'dist';
  const built = await access(`${distDir}/registry.json`).then(
    () => true,
    () => false,
  );
  if (!built) await build({ distDir, configDir: process.env['CONFIG_DIR'] ?? 'config', report: () => {} });
  const postgres = await startPostgres();
  const site = await startSite({
    DIST_DIR: distDir,
    DATABASE_URL: await postgres.createDatabase('shop'),
    SEED_BUYERS: String(2 * BUYERS),
  });
  project.provide('shop', site.url);
  project.provide('buyers', BUYERS);
  return async () => {
    await site.stop();
    await postgres.stop();
  };
}
