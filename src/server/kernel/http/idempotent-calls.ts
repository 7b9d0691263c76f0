import type { FastifyRequest } from 'fastify';
import type { CallContract } from '#generated/schemas.ts';
import { DatabaseOutage } from '../db/outage.ts';
import { trackWrites } from '../db/write-tracking.ts';
import { type Answer, refuse } from '../result/answer.ts';
import type { AppContext } from './context.ts';
import {
  fingerprint,
  type IdempotentRequest,
  KEY_PATTERN,
  storeAnswer,
  storedAnswer,
} from './idempotency.ts';
import { logOutage } from './reply.ts';

/** The request's `Idempotency-Key`; only a member's POST has one that counts. */
function idempotencyKeyOf({ headers, method, visitor }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && method === 'POST' && visitor.id !== null ? key : null;
}

/** Runs the work, or returns the stored answer of an earlier request with the same `Idempotency-Key`. */
export async function answerIdempotently(
  { db, now }: AppContext,
  request: FastifyRequest,
  body: unknown,
  work: (repeat: IdempotentRequest | null) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const key = idempotencyKeyOf(request);
  const memberId = request.visitor.id;
  if (key === null || memberId === null) return work(null);
  if (!KEY_PATTERN.test(key)) return refuse('malformed');
  const path = request.url.split('?')[0] ?? '';
  const repeat: IdempotentRequest = { memberId, path, key, fingerprint: fingerprint(body), stored: false };
  const moment = now();
  const earlier = await storedAnswer(db, repeat);
  if (earlier) return earlier;
  const answer = await work(repeat);
  if (answer.ok && !repeat.stored) await storeAnswer(db, repeat, moment, answer);
  return answer;
}

const REPEAT_TEXT = '连接中断，暂时无法确认这次操作是否完成；再提交一次即可，不会重复生效';

/**
 * Runs the work and answers an outage of the database: `unavailable` when nothing can have been written, else
 * `outcomeUnknown`. With `repeatable` the client may repeat the request under the same `Idempotency-Key`: it takes effect
 * at most once.
 */
export async function answerDuringOutage(
  request: FastifyRequest,
  { method, changes }: CallContract,
  work: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const tracker = { writes: false };
  try {
    return await trackWrites(tracker, work);
  } catch (fault) {
    if (!(fault instanceof DatabaseOutage)) throw fault;
    logOutage(request, fault);
    if (!tracker.writes || (method === 'GET' && !changes)) return refuse('unavailable');
    if (idempotencyKeyOf(request) === null) return refuse('outcomeUnknown', { data: { repeatable: false } });
    return refuse('outcomeUnknown', { message: REPEAT_TEXT, data: { repeatable: true } });
  }
}
