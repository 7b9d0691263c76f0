import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** What the calls that are made while a page is rendered share; an API in this process may hang more on it. */
export interface PageVisit {
  /** The page came over https: its calls, which need no network, count as such. */
  secure: boolean;
}

export const pageVisit = new AsyncLocalStorage<PageVisit>();

/** Did the visitor's request come over https, at least as far as a trusted proxy? */
export function isSecure({ protocol }: FastifyRequest): boolean {
  return pageVisit.getStore()?.secure ?? protocol === 'https';
}
