import { Client, type Pool } from 'pg';
import { createBackOff } from './outage.ts';

/** The NOTIFY channel that all processes of one shop share. */
export const CHANNEL = 'storewright';

/** The application name of sessions that listen. */
const LISTENER = 'storewright-listen';

/** Receives what `NOTIFY` sends, on commit; null when the connection is lost and again when it is back: something may have been missed. */
export type OnNotification = (text: string | null) => void;

export interface Listening {
  /** Whether everything that was committed a second ago has been received. */
  isCurrent(): boolean;
  /** Resolves when everything that was committed before the call has been received, or when that cannot be had now. */
  catchUp(): Promise<void>;
  end(): Promise<void>;
}

/** Starts listening, and reconnects by itself. One listener a process. */
export type Listen = (onNotification: OnNotification) => Promise<Listening>;

/** Milliseconds for one attempt to connect: an address that drops packets never refuses. */
const CONNECT_LIMIT = 5000;

/** Milliseconds of idle time after which TCP keep-alive probes start. */
const PROBE_AFTER = 10_000;

/**
 * Milliseconds after which what was last received no longer counts as current, and between proofs that it is. With the delay
 * of the publisher (publisher.ts) nothing that is shown is older than a second.
 */
const CURRENT_FOR = 750;
const PROVE_EVERY = 300;

/** Listens on a connection of its own, since those of a pool come and go. */
export function listenToServer(url: string): Listen {
  return async (onNotification) => {
    const backOff = createBackOff();
    let client: Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let ended = false;
    /** The moment (ms) up to which everything was received. */
    let receivedUpTo = Number.NEGATIVE_INFINITY;
    let proving: Promise<void> | null = null;
    let next: Promise<void> | null = null;

    // The server sends what a session listens to before it answers the session's next statement.
    async function prove(connection: Client): Promise<void> {
      const from = performance.now();
      await connection.query('SELECT');
      if (client === connection) receivedUpTo = from;
    }

    function catchUp(): Promise<void> {
      const connection = client;
      if (!connection || receivedUpTo === Number.NEGATIVE_INFINITY) return Promise.resolve();
      // A proof that is under way began before this call; all who come meanwhile share the next one.
      if (proving) return (next ??= proving.then(catchUp, catchUp));
      next = null;
      const own = prove(connection)
        .catch(() => {})
        .finally(() => {
          if (proving === own) proving = null;
        });
      proving = own;
      return own;
    }

    async function connect(again: boolean): Promise<void> {
      const connection = new Client({
        connectionString: url,
        /* Told apart from the pool in `pg_stat_activity`. */
        application_name: LISTENER,
        keepAlive: true,
        keepAliveInitialDelayMillis: PROBE_AFTER,
        connectionTimeoutMillis: CONNECT_LIMIT,
      });
      client = connection;
      connection.on('notification', ({ payload }) => onNotification(payload ?? null));
      connection.on('error', () => retry(connection));
      connection.on('end', () => retry(connection));
      try {
        await connection.connect();
        await connection.query(`LISTEN ${CHANNEL}`);
        backOff.reset();
        receivedUpTo = performance.now();
        if (again) onNotification(null);
      } catch {
        retry(connection);
      }
    }

    function retry(connection: Client): void {
      if (ended || client !== connection) return;
      client = null;
      if (receivedUpTo !== Number.NEGATIVE_INFINITY) onNotification(null);
      receivedUpTo = Number.NEGATIVE_INFINITY;
      connection.end().catch(() => {});
      timer = setTimeout(() => void connect(true), backOff.next());
    }

    await connect(false);
    const prover = setInterval(() => void catchUp(), PROVE_EVERY).unref();
    return {
      isCurrent: () => performance.now() - receivedUpTo < CURRENT_FOR,
      catchUp,
      async end() {
        ended = true;
        receivedUpTo = Number.NEGATIVE_INFINITY;
        clearInterval(prover);
        clearTimeout(timer);
        await client?.end().catch(() => {});
      },
    };
  };
}

/** Listens in the only session of the embedded engine, which receives its own notifications. */
export function listenInSession(pool: Pool): Listen {
  let current: OnNotification = () => {};
  let again = false;
  pool.on('connect', (client) => {
    const missed = again;
    again = true;
    client.on('notification', ({ payload }) => current(payload ?? null));
    client.query(`LISTEN ${CHANNEL}`).then(
      () => missed && current(null),
      () => {},
    );
  });
  return async (onNotification) => {
    current = onNotification;
    return {
      // Its own session: a notification arrives before the statement that sends it has its answer.
      isCurrent: () => current === onNotification,
      catchUp: async () => {},
      async end() {
        if (current === onNotification) current = () => {};
      },
    };
  };
}
