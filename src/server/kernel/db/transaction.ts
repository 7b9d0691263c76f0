import { sql } from 'kysely';
import type { Answer } from '../result/answer.ts';
import { driverOf, transactionOn } from './driver.ts';
import { type Messages, publisherOf, publishOnCommit } from './publisher.ts';
import type { Db } from './schema.ts';

/** SQLSTATEs after which a transaction may be retried: serialization failure, deadlock. */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const MAX_ATTEMPTS = 4;

/** What waits for the commit of a transaction. */
interface Waiting {
  /** What it publishes then. */
  messages: Messages[];
  /** Writes that were sent, and whose answers nobody has waited for. */
  writes: Promise<unknown>[];
}

const waitingFor = new WeakMap<Db, Waiting>();

/** Runs the work in one transaction. A refusal rolls it back and is returned. Deadlocks are retried. */
export async function inTransaction<Data>(
  db: Db,
  work: (db: Db) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  return retryTransaction(db, async () => {
    const waiting: Waiting = { messages: [], writes: [] };
    const answer = await tryOnce(db, work, waiting);
    if (answer.ok) for (const messages of waiting.messages) publisherOf(db).messages(messages);
    return answer;
  });
}

/**
 * Runs a whole transaction, and again where PostgreSQL has ended it by a deadlock or a serialization failure: it may have no
 * effects but its own. Within a transaction that is open on `db` it runs once; then that one is to be run again.
 * @throws what the last of a few attempts fails with, and whatever else fails at once
 */
export async function retryTransaction<Result>(db: Db, transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (fault) {
      const { code } = fault as { code?: unknown };
      if (db.isTransaction || attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has(code)) throw fault;
    }
  }
}

/** Its first statement goes with BEGIN, and COMMIT with the last of its writes. */
async function tryOnce<Data>(
  db: Db,
  work: (db: Db) => Promise<Answer<Data>>,
  waiting: Waiting,
): Promise<Answer<Data>> {
  const driver = driverOf(db);
  const session = await driver.acquireConnection();
  const transaction = transactionOn(driver, session);
  waitingFor.set(transaction.db, waiting);
  try {
    // It fails with its session only, and then so does the next statement.
    session.send('begin').catch(() => {});
    const answer = await work(transaction.db);
    transaction.end();
    if (!answer.ok) {
      await session.send('rollback');
      return answer;
    }
    const commit = session.send('commit');
    await Promise.all([...waiting.writes, commit]);
    // PostgreSQL answers so, without an error, where a statement has failed whose fault was caught.
    if ((await commit).command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
    return answer;
  } catch (fault) {
    transaction.end();
    // What it has sent is answered before. A session that is gone shows in the fault itself.
    await session.send('rollback').catch(() => {});
    throw (await failureOf(waiting.writes)) ?? fault;
  } finally {
    session.release();
  }
}

/** Of the first write that has failed: all that was awaited after it failed for that reason alone. All have been answered. */
const failureOf = (writes: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.all(writes).then(
    () => undefined,
    (fault: unknown) => fault,
  );

/**
 * Leaves a write whose answer nobody needs to its transaction, which waits for it with its commit, and fails where it does.
 * Outside of `inTransaction` it is waited for here.
 * @param write is on its way
 */
export async function sendWrite(db: Db, write: Promise<unknown>): Promise<void> {
  const waiting = waitingFor.get(db);
  if (!waiting) {
    await write;
    return;
  }
  waiting.writes.push(write);
  // The transaction reports it, which waits for it.
  write.catch(() => {});
}

/**
 * Runs the work within a transaction and takes back what it has written and locked, unless it is to be kept.
 * @param name of the savepoint, another one than those that the work makes
 */
export async function inSavepoint<Result>(
  db: Db,
  name: string,
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  const begun = sql`SAVEPOINT ${sql.id(name)}`.execute(db);
  const [, result] = await Promise.all([begun, work()]);
  if (isKept(result)) return result;
  // The fault of one that failed would be taken back with it.
  await Promise.all(waitingFor.get(db)?.writes ?? []);
  await sql`ROLLBACK TO SAVEPOINT ${sql.id(name)}`.execute(db);
  return result;
}

/**
 * Publishes to every process once the work is committed, and nothing when it is rolled back. It may be lost where the
 * process ends in the moment after the commit: nothing but open pages may depend on it.
 */
export async function publish(db: Db, messages: Messages): Promise<void> {
  if (!db.isTransaction) return publisherOf(db).messages(messages);
  const waiting = waitingFor.get(db);
  if (waiting) waiting.messages.push(messages);
  else await publishOnCommit(db, messages.query(db));
}
