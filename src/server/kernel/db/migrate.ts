import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import {
  type Kysely,
  type Migration,
  type MigrationProvider,
  type MigrationResultSet,
  Migrator,
  type Selectable,
  sql,
} from 'kysely';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { Database, Db } from './schema.ts';

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
 * Runs the pending migrations behind an advisory lock, so that several processes may start at once. In an empty database they
 * are one transaction. In any other each is one of its own: processes of the version before are at work there, and of two
 * tables that two migrations lock they may have the second and wait for the first.
 * @param last the last one to run, in an empty database; all when left out
 * @returns the names of those that were run
 * @throws StartFault when a migration that was run has been changed: databases would differ by their date of creation
 */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  const checksums = await migrationChecksums();
  const run = await migrationsRun(db);
  requireUnchanged(run, checksums);
  // The files are loaded only where there is something to do.
  if (last === undefined && run.length === checksums.size) return [];
  const migrator = new Migrator({ db, provider });
  if (last !== undefined) return keepChecksums(db, checksums, await migrator.migrateTo(last), last);
  if (run.length === 0) return keepChecksums(db, checksums, await migrator.migrateToLatest());
  const done: string[] = [];
  for (;;) {
    const names = await keepChecksums(db, checksums, await migrator.migrateUp());
    if (names.length === 0) return done;
    done.push(...names);
  }
}

/**
 * Keeps the checksums of all migrations up to the last one that was run just now.
 * @param upTo the last one where none was run; all when left out
 * @returns the names of those that were run
 * @throws what one of them failed by
 */
async function keepChecksums(
  db: Db,
  checksums: ReadonlyMap<string, string>,
  { error, results = [] }: MigrationResultSet,
  upTo?: string,
): Promise<string[]> {
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  const last = results.at(-1)?.migrationName ?? upTo;
  const rows = [...checksums]
    .map(([name, checksum]) => ({ name, checksum }))
    .filter(({ name }) => last === undefined || name <= last);
  await db
    .insertInto('migration_checksums')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return results.map((result) => result.migrationName);
}

/** Name of a migration -> the SHA-256 of its text. */
export async function migrationChecksums(): Promise<Map<string, string>> {
  const names = await migrationNames();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER))));
  return new Map(
    names.map((name, index) => [
      name.replace('.ts', ''),
      createHash('sha256')
        .update(texts[index] ?? '')
        .digest('hex'),
    ]),
  );
}

type RunMigration = Selectable<Database['migration_checksums']>;

/** What this database was made of, by name; nothing where it is empty. */
async function migrationsRun(db: Db): Promise<RunMigration[]> {
  const { rows } = await sql<{
    known: boolean;
  }>`SELECT to_regclass('migration_checksums') IS NOT NULL AS known`.execute(db);
  if (rows[0]?.known !== true) return [];
  return db.selectFrom('migration_checksums').selectAll().orderBy('name').execute();
}

function requireUnchanged(run: readonly RunMigration[], checksums: ReadonlyMap<string, string>): void {
  const changed = run.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed.length === 0) return;
  const names = changed.map(({ name }) => name).join('、');
  throw new StartFault(
    `数据库已按这些迁移文件更新过，它们之后又被改动或删除：${names}。请恢复原样，要改的另写一个新的迁移文件。`,
  );
}
