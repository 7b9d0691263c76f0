import { Client, type Pool } from 'pg';
import { createBackOff } from './outage.ts';

/** The NOTIFY channel that all processes of one shop share. */
export const CHANNEL = 'storewright';

/** Receives what `NOTIFY` sends, on commit; null after a disconnection during which something may have been missed. */
export type OnNotification = (text: string | null) => void;

/** Starts listening, and reconnects by itself; resolves with what ends it. One listener a process. */
export type Listen = (onNotification: OnNotification) => Promise<() => Promise<void>>;

/** Milliseconds for one attempt to connect: an address that drops packets never refuses. */
const CONNECT_LIMIT = 5000;

/** Milliseconds of idle time after which TCP keep-alive probes start. */
const PROBE_AFTER = 10_000;

/** Listens on a connection of its own, since those of a pool come and go. */
export function listenToServer(url: string): Listen {
  return async (onNotification) => {
    const backOff = createBackOff();
    let client: Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let ended = false;

    async function connect(again: boolean): Promise<void> {
      const connection = new Client({
        connectionString: url,
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
        if (again) onNotification(null);
      } catch {
        retry(connection);
      }
    }

    function retry(connection: Client): void {
      if (ended || client !== connection) return;
      client = null;
      connection.end().catch(() => {});
      timer = setTimeout(() => void connect(true), backOff.next());
    }

    await connect(false);
    return async () => {
      ended = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
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
    return async () => {
      if (current === onNotification) current = () => {};
    };
  };
}
