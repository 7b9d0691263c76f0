import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseOutage } from '../db/outage.ts';
import { StorageOutage } from '../outside/storage/storage.ts';
import { type Answer, type Refused, refuse } from '../result/answer.ts';
import { REFUSALS, type RefusalName } from '../result/refusals.ts';

/** The answer to a fault; its details are only logged. */
export const FAULT = { code: 500, message: '系统繁忙,请稍候再试', data: null };

/** Sends `{ code, message, data }` with the HTTP status of the code, and `Retry-After` where the refusal has one. */
export function send(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  const { code, message, data } = answer;
  const refusal = answer.ok ? null : REFUSALS[answer.refusal];
  if (refusal && 'retryAfter' in refusal) reply.header('retry-after', refusal.retryAfter);
  return reply.code(code).header('cache-control', 'no-store').send({ code, message, data });
}

/** HTTP status of a framework error -> the refusal with the same meaning; others below 500 are `malformed`. */
const BY_STATUS: ReadonlyMap<number, RefusalName> = new Map([
  [404, 'noSuchCall'],
  [405, 'methodNotAllowed'],
  [408, 'requestTimeout'],
  [413, 'tooLarge'],
  [414, 'addressTooLong'],
  [415, 'unsupportedType'],
  [429, 'tooManyRequests'],
  [431, 'headersTooLarge'],
]);

/** The refusal for a framework error of this status; null for 500 and above. */
export function refusalFor(status: number): Refused | null {
  return status >= 400 && status < 500 ? refuse(BY_STATUS.get(status) ?? 'malformed') : null;
}

/**
 * Answers an error: a request that could not be parsed is refused, an outage of the database or of the storage of uploads is
 * `unavailable`, everything else is a fault and is logged.
 */
export function sendFault(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (fault instanceof DatabaseOutage) {
    logOutage(request, fault);
    return send(reply, refuse('unavailable'));
  }
  if (fault instanceof StorageOutage) {
    request.log.error({ route: request.routeOptions.url, reason: fault.message }, 'no storage');
    return send(reply, refuse('unavailable'));
  }
  const refusal = refusalFor(fault.statusCode ?? 500);
  if (refusal !== null) return send(reply, refusal);
  request.log.error({ route: request.routeOptions.url, code: fault.code, stack: fault.stack }, 'fault');
  return reply
    .code(FAULT.code)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(FAULT);
}

/** Logs one line without a stack: during an outage it is written for every request. */
export function logOutage(request: FastifyRequest, { message }: DatabaseOutage): void {
  request.log.warn({ route: request.routeOptions.url, reason: message }, 'no database');
}
