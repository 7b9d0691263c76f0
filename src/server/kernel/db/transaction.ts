import type { Answer, Refused } from '../result/answer.ts';
import type { Db } from './schema.ts';

/** Carries a refusal out of a transaction, which a throw rolls back. */
class Rollback extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super('rolled back by a refusal');
    this.refused = refused;
  }
}

/** The database asks to try again: a serialization failure, or a deadlock that it resolved. */
const AGAIN = new Set(['40001', '40P01']);

const TRIES = 4;

/** Runs the work in one transaction; a refusal rolls back and is the answer. Deadlocks are tried again. */
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
      if (attempt === TRIES || !AGAIN.has((fault as { code?: string }).code ?? '')) throw fault;
    }
  }
}
