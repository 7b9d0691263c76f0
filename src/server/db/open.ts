import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { takeLock } from './lock.ts';
import { startMaintenance } from './maintenance.ts';
import { type Listen, listenInSession, listenToServer } from './notices.ts';
import { startPglite } from './pglite.ts';
import { preparing } from './prepared.ts';
import type { Database, Db } from './schema.ts';
import { VALUE_TYPES } from './types.ts';

export type Engine = 'pglite' | 'postgres';

export interface Store {
  db: Db;
  engine: Engine;
  /** Hears what any process of the shop announces. */
  listen: Listen;
  /** The embedded engine's whole folder as a tar; null on a server. */
  dump(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Milliseconds that a request waits for a connection before it is given up, so that a queue cannot grow for ever. */
const QUEUE_LIMIT = 15_000;

/** A PostgreSQL server; the embedded engine in a folder; or, for tests, the embedded engine in memory. */
export type StoreOptions =
  | { url: string; connections?: number }
  | { folder: string }
  | { memory: true; snapshot?: Uint8Array<ArrayBuffer> };

/**
 * Opens the database. Both engines speak the same protocol to the same client, so values, parameters and error codes
 * are the same on both.
 * @throws FolderInUse when another process holds the folder.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if ('url' in options) {
    const pool = new Pool({
      connectionString: options.url,
      max: options.connections ?? 20,
      types: VALUE_TYPES,
      connectionTimeoutMillis: QUEUE_LIMIT,
    });
    // An idle connection that the server closes is replaced by the pool; unheard, the event would end the process.
    pool.on('error', () => {});
    const db = kyselyOver(pool);
    return {
      db,
      engine: 'postgres',
      listen: listenToServer(options.url),
      dump: async () => null,
      close: () => db.destroy(),
    };
  }
  const release = 'folder' in options ? await takeLock(options.folder) : () => {};
  try {
    return await openEmbedded(options, release);
  } catch (fault) {
    release();
    throw fault;
  }
}

async function openEmbedded(
  options: Exclude<StoreOptions, { url: string }>,
  release: () => void,
): Promise<Store> {
  const server = await startPglite(
    'folder' in options
      ? { folder: join(options.folder, 'db') }
      : options.snapshot
        ? { snapshot: options.snapshot }
        : {},
  );
  // One session: the pool's queue makes transactions exclusive.
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: QUEUE_LIMIT,
    user: 'postgres',
    database: 'postgres',
    types: VALUE_TYPES,
    stream: () => server.connect(),
  });
  pool.on('error', () => {});
  const listen = listenInSession(pool);
  const db = kyselyOver(pool);
  const stop = 'folder' in options ? startMaintenance(db) : () => {};
  return {
    db,
    engine: 'pglite',
    listen,
    dump: () => server.dump(),
    async close() {
      stop();
      await db.destroy();
      await server.close();
      release();
    },
  };
}

function kyselyOver(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}
