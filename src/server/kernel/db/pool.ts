import { Pool, type PoolConfig } from 'pg';
import { VALUE_TYPES } from './types.ts';

/** Milliseconds that a request waits for a free connection before it fails, so that the queue cannot grow without bound. */
const QUEUE_LIMIT = 15_000;

/** How many sessions of the database a process has open, and how many requests wait for one. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * A pool whose connection errors do not end the process. `pg` reports the end of a connection to the pending query, and
 * in addition as an `error` event of the client, which would be uncaught while the client is checked out: the failing
 * statement reports the outage, and the pool replaces the connection.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ types: VALUE_TYPES, connectionTimeoutMillis: QUEUE_LIMIT, ...config });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
