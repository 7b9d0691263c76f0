import { Pool, type PoolConfig } from 'pg';
import { VALUE_TYPES } from './types.ts';

/** Milliseconds that a request waits for a connection before it is given up, so that a queue cannot grow for ever. */
const QUEUE_LIMIT = 15_000;

/**
 * Connections whose breaks end no process. `pg` reports the end of a connection to whoever waits for an answer on it,
 * and as an event of the client besides, which nobody else listens to while the client is out of the pool: what breaks
 * is seen by the statement that fails, and the pool replaces the connection.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ types: VALUE_TYPES, connectionTimeoutMillis: QUEUE_LIMIT, ...config });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
