import type { Answer, Refused } from '../result/answer.ts';
import { type Messages, publisherOf, publishOnCommit } from './publisher.ts';
import type { Db } from './schema.ts';

/** Thrown to roll a transaction back when the work was refused. */
class Rollback extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super('rolled back by a refusal');
    this.refused = refused;
  }
}

/** SQLSTATEs after which a transaction may be retried: serialization failure, deadlock. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);

const MAX_ATTEMPTS = 4;

/** What a transaction publishes once it is committed. */
const unpublished = new WeakMap<Db, Messages[]>();

/** Runs the work in one transaction. A refusal rolls it back and is returned. Deadlocks are retried. */
export async function inTransaction<Data>(
  db: Db,
  work: (db: Db) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    const messages: Messages[] = [];
    try {
      const answer = await db.transaction().execute(async (trx) => {
        unpublished.set(trx, messages);
        const result = await work(trx);
        if (!result.ok) throw new Rollback(result);
        return result;
      });
      for (const query of messages) publisherOf(db).messages(query);
      return answer;
    } catch (fault) {
      if (fault instanceof Rollback) return fault.refused;
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has((fault as { code?: string }).code ?? ''))
        throw fault;
    }
  }
}

/**
 * Publishes to every process once the work is committed, and nothing when it is rolled back. It may be lost where the
 * process ends in the moment after the commit: nothing but open pages may depend on it.
 */
export async function publish(db: Db, messages: Messages): Promise<void> {
  if (!db.isTransaction) return publisherOf(db).messages(messages);
  const waiting = unpublished.get(db);
  if (waiting) waiting.push(messages);
  else await publishOnCommit(db, messages);
}
