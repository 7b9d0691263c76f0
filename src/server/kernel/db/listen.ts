import { Client, type Pool } from 'pg';
import { createBackOff } from './outage.ts';

/** The NOTIFY channel that all processes of one shop share. */
export const CHANNEL = 'storewright';

/** Receives what `NOTIFY` sends, on commit; null after a disconnection during which something may have been missed. */
export type OnNotice = (text: string | null) => void;

/** Starts listening, and reconnects by itself; resolves with what ends it. One listener a process. */
export type Listen = (onNotice: OnNotice) => Promise<() => Promise<void>>;

/** Milliseconds for one try to connect: an address that swallows what is sent to it is given up. */
const CONNECT_LIMIT = 5000;

/** Milliseconds of silence after which the network is asked whether the other end is still there. */
const PROBE_AFTER = 10_000;

/** Over a connection of its own, since those of a pool come and go. */
export function listenToServer(url: string): Listen {
  return async (onNotice) => {
    const backOff = createBackOff();
    let client: Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let ended = false;

    async function connect(again: boolean): Promise<void> {
      const line = new Client({
        connectionString: url,
        keepAlive: true,
        keepAliveInitialDelayMillis: PROBE_AFTER,
        connectionTimeoutMillis: CONNECT_LIMIT,
      });
      client = line;
      line.on('notification', ({ payload }) => onNotice(payload ?? null));
      line.on('error', () => retry(line));
      line.on('end', () => retry(line));
      try {
        await line.connect();
        await line.query(`LISTEN ${CHANNEL}`);
        backOff.reset();
        if (again) onNotice(null);
      } catch {
        retry(line);
      }
    }

    function retry(line: Client): void {
      if (ended || client !== line) return;
      client = null;
      line.end().catch(() => {});
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

/** The embedded engine has one session, and receives its own notices: its only client listens as well. */
export function listenInSession(pool: Pool): Listen {
  let current: OnNotice = () => {};
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
  return async (onNotice) => {
    current = onNotice;
    return async () => {
      if (current === onNotice) current = () => {};
    };
  };
}
