import { createFetch } from 'ofetch';
import type { CallBinding } from '#generated/schemas.ts';
import { type Answer, fault, readAnswer } from './answer.ts';
import { encodeForm, encodeMultipart, encodeQuery, fillPath, withDefaults } from './encode.ts';

export type Calls = Readonly<Record<string, CallBinding>>;

/** What a call is made with. */
export interface CallInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  /** ms; the client's own limit when absent. */
  timeout?: number;
  /** Ends the call as `replaced`. */
  signal?: AbortSignal;
  /** Which pending call a repeat cancels; the same path when absent, null for none. */
  lane?: string | null;
  /** Sent with a POST, so that a second try does not act twice; a new one for each call when absent. */
  idempotencyKey?: string;
}

export interface ClientSettings {
  calls: Calls;
  /** Origin of the API; '' for the page's own. */
  base: string;
  /** ms */
  timeout: number;
  /** Codes that count as success. */
  success: readonly number[];
  /** How requests leave: the browser's own fetch, or on a server one that carries the visitor's cookie. */
  fetch: typeof globalThis.fetch;
}

export interface Client {
  /** Makes a declared call. Refusals and faults are values; an undeclared name throws. */
  call(name: string, input?: CallInput, options?: CallOptions): Promise<Answer>;
  /** The address that a call would ask (without the base): equal addresses have equal answers. Undefined when incomplete. */
  address(name: string, input?: CallInput): string | undefined;
  binding(name: string): CallBinding;
}

/** `crypto.randomUUID` exists in secure contexts only; a shop on a plain-http intranet needs a key too. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function encodeBody(
  binding: CallBinding,
  given: Readonly<Record<string, unknown>>,
): { body?: BodyInit; type?: string } {
  if (binding.method === 'GET') return {};
  const body = withDefaults(binding.body, given);
  if (Object.keys(body).length === 0) return {};
  if (binding.encoding === 'multipart') return { body: encodeMultipart(body) };
  if (binding.encoding === 'json') return { body: JSON.stringify(body), type: 'application/json' };
  return { body: encodeForm(body), type: 'application/x-www-form-urlencoded' };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** The one client of a shop: time limit, credentials, encodings, delays, and repeats that cancel (spec §7). */
export function createClient(settings: ClientSettings): Client {
  const send = createFetch({ fetch: settings.fetch });
  const pending = new Map<string, AbortController>();

  function binding(name: string): CallBinding {
    const found = Object.hasOwn(settings.calls, name) ? settings.calls[name] : undefined;
    if (!found) throw new Error(`No call is named ${name}`);
    return found;
  }

  function address(name: string, input: CallInput = {}): string | undefined {
    const { path, query } = binding(name);
    const filled = fillPath(path, input.params ?? {});
    const search = encodeQuery(withDefaults(query, input.query ?? {}));
    return filled === undefined || search === '' ? filled : `${filled}?${search}`;
  }

  /** Ends the pending call of a lane and takes its place. */
  function enter(lane: string | null): AbortController {
    const controller = new AbortController();
    if (lane === null) return controller;
    pending.get(lane)?.abort('replaced');
    pending.set(lane, controller);
    return controller;
  }

  async function exchange(
    url: string,
    { method, delay }: CallBinding,
    init: RequestInit,
    stop: AbortController,
  ): Promise<Answer> {
    const { signal } = stop;
    if (delay) await pause(delay, signal);
    try {
      signal.throwIfAborted();
      const response = await send.raw(settings.base + url, {
        ...init,
        method,
        signal,
        credentials: 'include',
        responseType: 'text',
        ignoreResponseError: true,
        retry: false,
      });
      return readAnswer(response.status, String(response._data ?? ''), settings.success);
    } catch {
      return fault(signal.aborted ? (signal.reason === 'timeout' ? 'timeout' : 'replaced') : 'network');
    }
  }

  async function call(name: string, input: CallInput = {}, options: CallOptions = {}): Promise<Answer> {
    const declared = binding(name);
    const url = address(name, input);
    if (url === undefined) return fault('incomplete');
    const path = url.split('?', 1)[0] ?? url;
    const lane =
      options.lane !== undefined ? options.lane : declared.parallel ? null : `${declared.method} ${path}`;
    const stop = enter(lane);
    const timer = setTimeout(
      () => stop.abort('timeout'),
      (options.timeout ?? settings.timeout) + (declared.delay ?? 0),
    );
    const replace = () => stop.abort('replaced');
    options.signal?.addEventListener('abort', replace, { once: true });
    if (options.signal?.aborted) replace();

    const { body, type } = encodeBody(declared, input.body ?? {});
    const headers = new Headers({ accept: 'application/json' });
    if (type !== undefined) headers.set('content-type', type);
    if (declared.method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? newKey());
    try {
      return await exchange(url, declared, { headers, ...(body !== undefined && { body }) }, stop);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', replace);
      if (lane !== null && pending.get(lane) === stop) pending.delete(lane);
    }
  }

  return { call, address, binding };
}
