import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { readChange } from './changes.ts';
import { databaseOf, PoolDriver } from './driver.ts';
import { lockFolder } from './folder-lock.ts';
import { type Listen, listenInSession, listenToServer } from './listen.ts';
import { startMaintenance } from './maintenance.ts';
import { dropChanged } from './memory.ts';
import { startPglite } from './pglite.ts';
import { openPool, type PoolState, ServerClient } from './pool.ts';
import { StatementNames } from './prepared-statements.ts';
import { publisherOf } from './publisher.ts';
import { READS_NOTICES, ReportedChanges } from './reported-changes.ts';
import type { Database, Db } from './schema.ts';
import { type SlowQueryWatch, slowQueryLog } from './slow-queries.ts';
import { watchServer } from './watch.ts';

export type Engine = 'pglite' | 'postgres';

export interface Store {
  db: Db;
  engine: Engine;
  /** Receives what any process of the shop publishes. */
  listen: Listen;
  /** How many sessions are open and how many requests wait for one. */
  pool: () => PoolState;
  /** The embedded engine's whole folder as a tar; null on a server. */
  dump(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Milliseconds of idle time after which TCP keep-alive probes start. */
const PROBE_AFTER = 10_000;

/**
 * Ends a transaction whose process was cut off silently, and releases its locks: a request that is repeated under the
 * same idempotency key would wait for them.
 */
const SESSION_SETTINGS = `SET idle_in_transaction_session_timeout = '60s'; ${READS_NOTICES}`;

/** A PostgreSQL server; the embedded engine in a folder; or, for tests, the embedded engine in memory. */
export type StoreOptions = (
  | { url: string; connections?: number }
  | { folder: string }
  | { memory: true; snapshot?: Uint8Array<ArrayBuffer> }
) & {
  /** Nobody hears of slow statements when left out. */
  slow?: SlowQueryWatch | undefined;
};

/**
 * Opens the database. Both engines are used through the same protocol and client, so values, parameters and error
 * codes are the same on both.
 * @throws FolderInUse when another process holds the folder.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if ('url' in options) {
    const pool = openPool({
      connectionString: options.url,
      Client: ServerClient,
      max: options.connections ?? 20,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_AFTER,
      // The pool awaits it; its types lack that.
      onConnect: (client) => client.query(SESSION_SETTINGS) as unknown as undefined,
    });
    const watch = watchServer(options.url, pool);
    const db = databaseOn(pool, { slow: options.slow, connect: () => watch.connect() });
    return {
      db,
      engine: 'postgres',
      listen: listenToServer(options.url),
      pool: () => stateOf(pool),
      dump: async () => null,
      async close() {
        await publisherOf(db).end();
        await watch.end();
        await db.destroy();
      },
    };
  }
  const release = 'folder' in options ? await lockFolder(options.folder) : () => {};
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
  const inMemory = 'snapshot' in options && options.snapshot ? { snapshot: options.snapshot } : {};
  const server = await startPglite('folder' in options ? { folder: join(options.folder, 'db') } : inMemory);
  // One session: the pool's queue makes transactions exclusive.
  const pool = openPool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => server.connect(),
  });
  const listen = listenInSession(pool);
  const db = databaseOn(pool, { slow: options.slow });
  // The first query creates the client, which then listens.
  server.onRestart(() => void sql`SELECT 1`.execute(db).catch(() => {}));
  const stop = 'folder' in options ? startMaintenance(db) : () => {};
  return {
    db,
    engine: 'pglite',
    listen,
    pool: () => stateOf(pool),
    dump: () => server.dump(),
    async close() {
      stop();
      await publisherOf(db).end();
      await db.destroy();
      await server.close();
      release();
    },
  };
}

const stateOf = ({ totalCount, idleCount, waitingCount }: Pool): PoolState => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

interface SessionOptions {
  slow: SlowQueryWatch | undefined;
  /** Instead of the pool's own, where the server is watched. */
  connect?: () => Promise<PoolClient>;
}

function databaseOn(pool: Pool, { slow, connect }: SessionOptions): Kysely<Database> {
  const changes = new ReportedChanges(pool, (texts) => takeChanges(db, texts));
  const db = databaseOf(
    new PoolDriver(
      pool,
      { names: new StatementNames(), changes, observe: slow && slowQueryLog(slow) },
      connect,
    ),
  );
  return db;
}

/** What this process has changed is read anew by itself at once, and by others as soon as they hear of it. */
function takeChanges(db: Db, texts: ReadonlySet<string>): void {
  for (const text of texts) {
    const change = readChange(text);
    if (!change) continue;
    dropChanged(db, change);
    publisherOf(db).change(change);
  }
}
