import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { asDatabaseOutage } from './outage.ts';
import type { Database, Db } from './schema.ts';
import { Session, type SessionContext } from './session.ts';
import { TurnSessions } from './turn-sessions.ts';

/** Kysely's driver over a pool of sessions. */
export class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #connect: () => Promise<PoolClient>;
  readonly #context: SessionContext;

  /** @param connect takes a connection of the pool; it may refuse while the database is silent */
  constructor(pool: Pool, context: SessionContext, connect = () => pool.connect()) {
    this.#pool = pool;
    this.#context = context;
    this.#connect = connect;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    try {
      return new Session(await this.#connect(), this.#context);
    } catch (fault) {
      throw asDatabaseOutage(fault);
    }
  }

  async beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    await session.send(beginText(settings));
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.send('commit');
  }

  async rollbackTransaction(session: Session): Promise<void> {
    await session.send('rollback');
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

function beginText({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
  return `begin${level}${accessMode ? ` ${accessMode}` : ''}`;
}

/** PostgreSQL through a driver. */
export const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const drivers = new WeakMap<Db, PoolDriver>();

const executorOver = (dialect: Dialect, sessions: ConnectionProvider) =>
  new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), sessions);

/** A database whose single statements share sessions. What needs a session of its own says so, as a transaction does. */
class SharingDatabase extends Kysely<Database> {
  readonly #exclusive: Kysely<Database>;

  constructor(driver: PoolDriver) {
    const dialect = dialectOf(driver);
    const executor = executorOver(dialect, new TurnSessions(() => driver.acquireConnection()));
    super({ config: { dialect }, dialect, driver, executor });
    this.#exclusive = new Kysely<Database>({ dialect });
  }

  override transaction() {
    return this.#exclusive.transaction();
  }

  override startTransaction() {
    return this.#exclusive.startTransaction();
  }

  override connection() {
    return this.#exclusive.connection();
  }
}

/** The database behind a driver. */
export function databaseOf(driver: PoolDriver): Kysely<Database> {
  const db = new SharingDatabase(driver);
  drivers.set(db, driver);
  return db;
}

/** The driver of a database, not of a transaction on it. */
export function driverOf(db: Db): PoolDriver {
  const driver = drivers.get(db);
  if (!driver) throw new TypeError('a transaction has no driver of its own');
  return driver;
}

/** A session in a transaction, for as long as that lasts. */
export interface OpenTransaction {
  db: Transaction<Database>;
  /** Nothing is sent any more: what is still under way must not write outside of the transaction. */
  end(): void;
}

/**
 * A transaction on a session whose statements are sent as they come. Kysely's own sends one after the answer to the one
 * before.
 */
export function transactionOn(driver: PoolDriver, session: Session): OpenTransaction {
  let ended = false;
  const dialect = dialectOf(driver);
  const executor = executorOver(dialect, {
    async provideConnection(consumer) {
      if (ended) throw new Error('the transaction has ended');
      return consumer(session);
    },
  });
  return {
    db: new Transaction<Database>({ config: { dialect }, dialect, driver, executor }),
    end() {
      ended = true;
    },
  };
}
