import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
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
 * A connection to a server that sends the statements of one moment as one packet, and that can be broken off: `end` waits
 * for the answers to what was sent.
 */
export class ServerClient extends Client {
  readonly #socket: Socket;
  #gathering = false;

  constructor(config?: ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Statements wait for those that are made before this turn of the event loop ends. */
  gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#gathering = false;
      this.#socket.uncork();
    });
  }

  /** Ends it at once, and with it what waits for an answer. */
  breakOff(): void {
    this.#socket.destroy();
  }
}

/**
 * A pool of sessions that take a statement before they have answered those before, and whose connection errors do not end
 * the process. `pg` reports the end of a connection to the pending query, and in addition as an `error` event of
 * the client, which would be uncaught while the client is checked out: the failing statement reports the outage, and the
 * pool replaces the connection.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({
    types: VALUE_TYPES,
    connectionTimeoutMillis: QUEUE_LIMIT,
    pipeline: true,
    ...config,
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
