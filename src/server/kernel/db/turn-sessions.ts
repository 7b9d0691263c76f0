import type { ConnectionProvider, DatabaseConnection } from 'kysely';
import type { Session } from './session.ts';

/** A session for as long as one of its statements is under way. */
interface Lease {
  session: Promise<Session>;
  statements: number;
}

/**
 * Statements that are made in one turn of the event loop go through one session, which sends them as one packet and
 * answers them in their order: a session for each would wake as many processes of the database, which costs it and this
 * process more than a short statement does.
 */
export class TurnSessions implements ConnectionProvider {
  readonly #acquire: () => Promise<Session>;
  #current: Lease | null = null;

  constructor(acquire: () => Promise<Session>) {
    this.#acquire = acquire;
  }

  async provideConnection<Result>(
    consumer: (session: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    const lease = this.#current ?? this.#begin();
    lease.statements += 1;
    try {
      return await consumer(await lease.session);
    } finally {
      lease.statements -= 1;
      if (lease.statements === 0) this.#end(lease);
    }
  }

  #begin(): Lease {
    const lease: Lease = { session: this.#acquire(), statements: 0 };
    this.#current = lease;
    process.nextTick(() => this.#close(lease));
    return lease;
  }

  #end(lease: Lease): void {
    this.#close(lease);
    // One that was not to be had is reported by its statements.
    lease.session.then(
      (session) => session.release(),
      () => {},
    );
  }

  #close(lease: Lease): void {
    if (this.#current === lease) this.#current = null;
  }
}
