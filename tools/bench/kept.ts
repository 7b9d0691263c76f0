import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GrowthReport } from './growth/costs.ts';
import type { Figures } from './rows.ts';

const FOLDER = '.bench';

/** What one run measured. */
export interface Run {
  /** ISO 8601 */
  at: string;
  /** The commit that was measured, with a mark where files were changed since. */
  commit: string;
  figures: Figures;
  growth?: GrowthReport;
}

const isRun = (name: string) => /^\d{4}-.*\.json$/.test(name);

/** All runs that are kept, the latest first. */
export async function keptRuns(): Promise<Run[]> {
  const names = (await readdir(FOLDER).catch(() => [])).filter(isRun).sort().toReversed();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as Run),
  );
}

/** Keeps a run, as JSON for the next and as the table that was printed. Returns the path of the table. */
export async function keepRun(run: Run, table: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const name = run.at.replaceAll(':', '-').replace(/\..*/, '');
  await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(run, null, 2)}\n`);
  const path = join(FOLDER, `${name}.md`);
  await writeFile(path, table);
  return path;
}
