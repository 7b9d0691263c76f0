import { Client, type Pool, type PoolClient } from 'pg';
import { DatabaseOutage } from './outage.ts';
import { ServerClient } from './pool.ts';

/** The application name of the session that asks whether the database answers. */
const WATCHER = 'storewright-watch';

/** Milliseconds between two looks whether the question is answered, and for a connection to be made. */
const EVERY = 500;
const CONNECT_LIMIT = 4000;

/**
 * Looks without an answer after which the database counts as silent: four seconds. Looks are counted, not time: a process
 * that is held up itself looks less often.
 */
const SILENCE = 8;

/** What a connection to a silent database fails with. */
const silentDatabase = () => new DatabaseOutage(new Error('the database does not answer'));

/** A connection was not made in time, as `pg` says it. */
const isTimeout = (fault: unknown): boolean => fault instanceof Error && fault.message === 'timeout expired';

/** Watches a database server, and breaks off what waits for one that is silent. */
export interface Watch {
  /** A connection of the pool. @throws DatabaseOutage while the database is silent, also when it becomes so meanwhile */
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

/**
 * A server that hangs (its disk, its machine) keeps its connections open and never answers: without this, requests would
 * wait for as long as it does. How long a statement may take says nothing, since some take minutes; so a connection of its
 * own asks for nothing, again and again.
 */
export function watchServer(url: string, pool: Pool): Watch {
  const taken = new Set<ServerClient>();
  pool.on('acquire', (client) => client instanceof ServerClient && taken.add(client));
  pool.on('release', (_fault, client) => client instanceof ServerClient && taken.delete(client));
  const waiting = new Set<(fault: DatabaseOutage) => void>();
  let silent = false;
  /** Also while it is being made: whoever ends the watch must not leave a session behind. */
  let watcher: Client | null = null;
  let probing = false;
  let looks = 0;

  async function probe(): Promise<void> {
    probing = true;
    const made = watcher;
    const connection = made ?? createWatcher();
    watcher = connection;
    try {
      if (!made) await connection.connect();
      await connection.query('SELECT');
      silent = false;
      looks = 0;
    } catch (fault) {
      // A server that is gone, and says so, is no silent one: its connections have ended by themselves.
      if (!isTimeout(fault)) looks = 0;
      watcher = null;
      connection.end().catch(() => {});
    } finally {
      probing = false;
    }
  }

  function createWatcher(): Client {
    const connection = new Client({
      connectionString: url,
      application_name: WATCHER,
      connectionTimeoutMillis: CONNECT_LIMIT,
    });
    connection.on('error', () => {});
    return connection;
  }

  function fallSilent(): void {
    silent = true;
    for (const reject of waiting) reject(silentDatabase());
    for (const client of taken) client.breakOff();
  }

  const timer = setInterval(() => {
    looks += 1;
    if (!silent && looks > SILENCE) fallSilent();
    else if (!probing) void probe();
    // Another server may answer meanwhile under the same name.
    else if (looks > 2 * SILENCE) watcher?.end().catch(() => {});
  }, EVERY).unref();

  return {
    async connect() {
      if (silent) throw silentDatabase();
      const connecting = pool.connect();
      const gaveUp = Promise.withResolvers<never>();
      waiting.add(gaveUp.reject);
      try {
        return await Promise.race([connecting, gaveUp.promise]);
      } catch (fault) {
        if (fault instanceof DatabaseOutage)
          connecting.then((client) => client.release(true)).catch(() => {});
        throw fault;
      } finally {
        waiting.delete(gaveUp.reject);
      }
    },
    async end() {
      clearInterval(timer);
      await watcher?.end().catch(() => {});
    },
  };
}
