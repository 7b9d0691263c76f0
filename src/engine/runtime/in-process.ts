import type { Received } from './answer.ts';
import type { AnswerInProcess } from './client.ts';

/** A call that a page makes while it is rendered, to the API in the same process. */
export interface PageCall {
  method: string;
  /** Path and query. */
  path: string;
  headers: Headers;
  body: string | undefined;
}

/** Answers a page's call for the page's reader. */
export type AnswerPageCall = (call: PageCall) => Promise<Received>;

/** Rejects when the signal aborts, whether or not the API heeds it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The path and query of an address of this origin; undefined for another origin. */
function pathHere(address: string, origin: string): string | undefined {
  if (address.startsWith('/') && !address.startsWith('//')) return address;
  const url = URL.parse(address, origin);
  return url?.origin === origin ? url.pathname + url.search : undefined;
}

/**
 * The calls of a view that is rendered on a server: those of the site's own API stay in the process and are made as the
 * reader; another origin is asked over the network, and learns nothing of the reader. Files are sent by browsers alone.
 * @param origin of the page's address
 */
export function answerInProcess(origin: string, answer: AnswerPageCall): AnswerInProcess {
  return (address, { method = 'GET', headers, body, signal }) => {
    const path = pathHere(address, origin);
    if (path === undefined || (body && typeof body !== 'string')) return undefined;
    const call = { method, path, headers: new Headers(headers), body: body ?? undefined };
    return Promise.race([answer(call), aborted(signal)]);
  };
}

/** Answers pages by what takes requests as they go over a network. */
export const answerByFetch =
  (fetch: (request: Request) => Promise<Response>): AnswerPageCall =>
  async ({ method, path, headers, body }) => {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(new Request(new URL(path, 'http://shop'), init));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
