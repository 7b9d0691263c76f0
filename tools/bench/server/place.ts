import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { startPostgres } from '../../postgres.ts';

/** Where a measured shop keeps its data. */
export interface Place {
  /** For the shop. */
  env: NodeJS.ProcessEnv;
  /** Runs statements while the shop does not run. */
  run(statements: string): Promise<void>;
  /** For the bare server: the same data, in a copy where no two processes can have it. */
  bare(): Promise<NodeJS.ProcessEnv>;
  remove(): Promise<void>;
}

/** The databases that a shop runs on. */
export type Engine = 'postgres' | 'pglite';

export const PLACES: Readonly<Record<Engine, () => Promise<Place>>> = {
  async postgres() {
    const postgres = await startPostgres({ durable: true });
    const DATABASE_URL = await postgres.createDatabase('bench');
    return {
      env: { DATABASE_URL },
      async run(statements) {
        const client = new Client({ connectionString: DATABASE_URL });
        await client.connect();
        await client.query(statements);
        await client.end();
      },
      bare: async () => ({ DATABASE_URL }),
      remove: () => postgres.stop(),
    };
  },

  async pglite() {
    const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-'));
    const DATA_DIR = join(folder, 'shop');
    const database = join(DATA_DIR, 'db');
    return {
      env: { DATABASE_URL: '', DATA_DIR },
      async run(statements) {
        const engine = await PGlite.create(database);
        await engine.exec(statements);
        await engine.close();
      },
      async bare() {
        const copy = join(folder, 'bare');
        await cp(database, copy, { recursive: true });
        return { DATABASE_URL: '', DATABASE_FOLDER: copy };
      },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
};
