import { createHash } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Accepted, Answer, Refused } from '../result/answer.ts';
import { refuse } from '../result/answer.ts';

/** A request with an idempotency key: member, path and key identify it. */
export interface IdempotentRequest {
  memberId: number;
  path: string;
  key: string;
  /** SHA-256 of the body. */
  fingerprint: string;
  /** The answer is already stored, by the transaction of the work. */
  stored: boolean;
}

/** Valid values of `Idempotency-Key`. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,100}$/;

export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex');
}

/** The stored answer of an earlier request with the same key; null when there is none. */
export async function storedAnswer(db: Db, repeat: IdempotentRequest): Promise<Answer<unknown> | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('member_id', '=', repeat.memberId)
    .where('path', '=', repeat.path)
    .where('key', '=', repeat.key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint !== repeat.fingerprint) return refuse('keyReused');
  return JSON.parse(row.answer) as Accepted<unknown>;
}

/** Stores an answer that was produced outside a transaction. */
export async function storeAnswer(
  db: Db,
  repeat: IdempotentRequest,
  now: number,
  answer: Accepted<unknown>,
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({ ...columns(repeat, now), code: answer.code, answer: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Runs the work once for all requests that share a key. The key is inserted first: a concurrent duplicate waits for that
 * row until the first one commits, and then returns its answer. A refusal rolls back, the key included.
 */
export async function runOnce<Data>(
  db: Db,
  repeat: IdempotentRequest | null,
  now: number,
  work: (db: Db) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  if (repeat === null) return inTransaction(db, work);
  return inTransaction(db, async (trx) => {
    const claim = await trx
      .insertInto('idempotency_keys')
      .values({ ...columns(repeat, now), code: 0, answer: '' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claim) return ((await storedAnswer(trx, repeat)) ?? refuse('duplicate')) as Accepted<Data> | Refused;
    const answer = await work(trx);
    if (!answer.ok) return answer;
    await trx
      .updateTable('idempotency_keys')
      .set({ code: answer.code, answer: JSON.stringify(answer) })
      .where('member_id', '=', repeat.memberId)
      .where('path', '=', repeat.path)
      .where('key', '=', repeat.key)
      .execute();
    repeat.stored = true;
    return answer;
  });
}

function columns({ memberId, path, key, fingerprint }: Readonly<IdempotentRequest>, now: number) {
  return { member_id: memberId, path, key, fingerprint, created_at: now };
}
