import type { FastifyRequest } from 'fastify';
import type { CallContract } from '#generated/schemas.ts';
import { DatabaseBreak } from '../db/outage.ts';
import { observeWrites } from '../db/write-tracking.ts';
import { type Answer, refuse } from '../result/answer.ts';
import type { AppContext } from './context.ts';
import { fingerprint, KEY_PATTERN, type Repeat, storeAnswer, storedAnswer } from './idempotency.ts';
import { noteBreak } from './reply.ts';

/** The request's `Idempotency-Key`, where it counts: for a member's POST. */
function repeatKey({ headers, method, visitor }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && method === 'POST' && visitor.id !== null ? key : null;
}

/** Does the work, or answers what a request with the same `Idempotency-Key` was answered. */
export async function answerOnce(
  { db, now }: AppContext,
  request: FastifyRequest,
  body: unknown,
  work: (repeat: Repeat | null) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const key = repeatKey(request);
  const memberId = request.visitor.id;
  if (key === null || memberId === null) return work(null);
  if (!KEY_PATTERN.test(key)) return refuse('malformed');
  const path = request.url.split('?')[0] ?? '';
  const repeat: Repeat = { memberId, path, key, fingerprint: fingerprint(body), stored: false };
  const moment = now();
  const earlier = await storedAnswer(db, repeat);
  if (earlier) return earlier;
  const answer = await work(repeat);
  if (answer.ok && !repeat.stored) await storeAnswer(db, repeat, moment, answer);
  return answer;
}

const REPEAT = '连接中断，暂时无法确认这次操作是否完成；再提交一次即可，不会重复生效';

/**
 * What the database breaks off is put off: nothing happened. Only where a writing call had sent a statement that writes,
 * nobody knows; `repeatable` says that the same request with the same `Idempotency-Key` settles it, and acts once at most.
 */
export async function answerDespiteBreak(
  request: FastifyRequest,
  { method, changes }: CallContract,
  work: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const sent = { writes: false };
  try {
    return await observeWrites(sent, work);
  } catch (fault) {
    if (!(fault instanceof DatabaseBreak)) throw fault;
    noteBreak(request, fault);
    if (!sent.writes || (method === 'GET' && !changes)) return refuse('unavailable');
    if (repeatKey(request) === null) return refuse('outcomeUnknown', { data: { repeatable: false } });
    return refuse('outcomeUnknown', { message: REPEAT, data: { repeatable: true } });
  }
}
