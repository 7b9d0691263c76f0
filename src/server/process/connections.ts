import { Client } from 'pg';
import { StartFault } from '#engine/host/process/start-fault.ts';

/** Connections of a process to the database for its requests, where the server has enough. */
const WANTED = 20;

/** With fewer, requests would wait for one another rather than for the database. */
const LEAST = 4;

/** A process listens for changes on one connection more, publishes its own on another, and watches the database on a third. */
const BESIDES = 3;

/** Left to backups, migrations and people. */
const SPARE = 5;

/** What a database server lets in, apart from what it reserves. */
export interface ServerLimits {
  max: number;
  reserved: number;
}

/**
 * How many connections each of the processes may keep for its requests.
 * @throws StartFault when the server has too few for them
 */
export function connectionsFor(processes: number, { max, reserved }: ServerLimits): number {
  const share = Math.floor((max - reserved - SPARE) / processes) - BESIDES;
  if (share >= LEAST) return Math.min(share, WANTED);
  throw new StartFault(
    `数据库最多 ${max} 个连接,不够 ${processes} 个进程用。请减少 WEB_CONCURRENCY,或调大数据库的 max_connections。 / the database takes ${max} connections, too few for ${processes} processes: lower WEB_CONCURRENCY or raise its max_connections`,
  );
}

/** @throws what `pg` throws when the server does not answer */
export async function readServerLimits(url: string): Promise<ServerLimits> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<ServerLimits>(`
      SELECT current_setting('max_connections')::integer AS max,
        current_setting('superuser_reserved_connections')::integer
          + coalesce(current_setting('reserved_connections', true), '0')::integer AS reserved`);
    return rows[0] ?? { max: WANTED, reserved: 0 };
  } finally {
    await client.end();
  }
}
