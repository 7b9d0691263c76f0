import { readdir } from 'node:fs/promises';
import { type Kysely, type Migration, type MigrationProvider, Migrator } from 'kysely';
import type { Db } from './schema.ts';

/** What each file of `migrations/` exports. */
interface MigrationFile {
  up: (db: Kysely<unknown>) => Promise<void>;
}

const FOLDER = new URL('../../migrations/', import.meta.url);

/** The files `NNNN-name.ts`, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z-]+\.ts$/.test(name)).sort();
}

const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const name of await migrationNames()) {
      const { up } = (await import(new URL(name, FOLDER).href)) as MigrationFile;
      migrations[name.replace('.ts', '')] = { up };
    }
    return migrations;
  },
};

/**
 * Brings the database to the newest form: all in one transaction, behind an advisory lock, so that several processes
 * may start at once. Answers the names of what was done.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}
