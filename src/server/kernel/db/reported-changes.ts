import type { Pool, PoolClient } from 'pg';
import { isChange } from './changes.ts';

/** Has the triggers of migration 0151 report to the session what it changes. */
export const READS_NOTICES = "SET client_min_messages = notice; SET storewright.reads_notices = 'on'";

/** Receives what a statement or transaction of this process has changed, once it is committed. */
export type OnCommitted = (changes: ReadonlySet<string>) => void;

/** Reads what the sessions of a pool report of their own changes, and keeps it until it is known to be committed. */
export class ReportedChanges {
  readonly #reported = new WeakMap<PoolClient, Set<string>>();
  readonly #onCommitted: OnCommitted;

  constructor(pool: Pool, onCommitted: OnCommitted) {
    this.#onCommitted = onCommitted;
    pool.on('connect', (client) => {
      const reported = new Set<string>();
      this.#reported.set(client, reported);
      client.on('notice', ({ message }) => {
        if (message !== undefined && isChange(message)) reported.add(message);
      });
    });
  }

  /** Also where the outcome of a commit is not known: what is read again from the database is never wrong. */
  committed(client: PoolClient): void {
    const reported = this.#reported.get(client);
    if (!reported || reported.size === 0) return;
    const changes = new Set(reported);
    reported.clear();
    this.#onCommitted(changes);
  }

  rolledBack(client: PoolClient): void {
    this.#reported.get(client)?.clear();
  }
}
