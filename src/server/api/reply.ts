import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, refuse } from '../answer.ts';
import { DatabaseBreak } from '../db/break.ts';
import { REFUSALS, type RefusalName } from '../refusals.ts';

/** Words for what is our fault: no detail leaves the house. */
export const FAULT = { code: 500, message: '系统繁忙,请稍候再试', data: null };

/** Sends `{ code, message, data }` with the HTTP status of the code, and when to try again where that helps. */
export function send(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  const { code, message, data } = answer;
  const refusal = answer.ok ? null : REFUSALS[answer.refusal];
  if (refusal && 'retryAfter' in refusal) reply.header('retry-after', refusal.retryAfter);
  return reply.code(code).header('cache-control', 'no-store').send({ code, message, data });
}

/** HTTP status that the framework decided on -> the refusal with the same meaning. */
const BY_STATUS: Record<number, RefusalName> = {
  400: 'malformed',
  404: 'noSuchCall',
  413: 'tooLarge',
  415: 'malformed',
  429: 'tooManyRequests',
};

/**
 * A throw: a request that could not be read is refused, one that could not reach the database is put off, everything else
 * is a fault and is logged.
 */
export function sendFault(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (fault instanceof DatabaseBreak) {
    noteBreak(request, fault);
    return send(reply, refuse('unavailable'));
  }
  const refusal = BY_STATUS[fault.statusCode ?? 500];
  if (refusal !== undefined) return send(reply, refuse(refusal));
  request.log.error(
    { request: request.id, route: request.routeOptions.url, code: fault.code, stack: fault.stack },
    'fault',
  );
  return reply
    .code(FAULT.code)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(FAULT);
}

/** One line without a stack: while the database is away, it is written for every request. */
export function noteBreak(request: FastifyRequest, { message }: DatabaseBreak): void {
  request.log.warn({ request: request.id, route: request.routeOptions.url, reason: message }, 'no database');
}
