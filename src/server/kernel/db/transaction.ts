import type { Answer, Refused } from '../result/answer.ts';
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

/** Runs the work in one transaction. A refusal rolls it back and is returned. Deadlocks are retried. */
export async function inTransaction<Data>(
  db: Db,
  work: (db: Db) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        const answer = await work(trx);
        if (!answer.ok) throw new Rollback(answer);
        return answer;
      });
    } catch (fault) {
      if (fault instanceof Rollback) return fault.refused;
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has((fault as { code?: string }).code ?? ''))
        throw fault;
    }
  }
}
