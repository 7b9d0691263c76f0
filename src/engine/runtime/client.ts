import { createFetch } from 'ofetch';
import type { CallBinding } from '#engine/generated/schemas.ts';
import { type Answer, fault, isRepeatable, readAnswer } from './answer.ts';
import { encodeForm, encodeMultipart, encodeQuery, fillPath, withDefaults } from './encode.ts';
import { own } from './own.ts';

type Calls = Readonly<Record<string, CallBinding>>;

/** What a call is made with. */
export interface CallInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  /** ms; the client's own limit when absent. */
  timeout?: number;
  /** Ends the call as `replaced`. */
  signal?: AbortSignal;
  /** Which pending call a repeat cancels; the same path when absent, null for none. */
  lane?: string | null;
  /**
   * Sent with a POST, so that a second try does not act twice. Absent: a new one, or that of the same call before when
   * it is not known whether it arrived. Null: none, for a call that only reads.
   */
  idempotencyKey?: string | null;
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
  /** Names a call with its arguments, `<call> <path>?<rest>`: equal keys have equal answers. Undefined when a path parameter is missing. */
  key(name: string, input?: CallInput): string | undefined;
  binding(name: string): CallBinding;
}

/** `crypto.randomUUID` exists in secure contexts only; a shop on a plain-http intranet needs a key too. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Milliseconds before a write is repeated of which the server cannot say whether it took effect. */
const REPEAT_AFTER = 1000;

interface Encoded {
  body?: BodyInit;
  type?: string;
}

function encodeBody(
  { method, encoding, body: defaults }: CallBinding,
  given: CallInput['body'] = {},
): Encoded {
  const body = withDefaults(defaults, given);
  if (method === 'GET' || Object.keys(body).length === 0) return {};
  if (encoding === 'multipart') return { body: encodeMultipart(body) };
  if (encoding === 'json') return { body: JSON.stringify(body), type: 'application/json' };
  return { body: encodeForm(body), type: 'application/x-www-form-urlencoded' };
}

/** Whether two bodies send the same: a form with a file is made anew for each try, of the same file. */
function sameBody(one: unknown, other: unknown): boolean {
  if (!(one instanceof FormData) || !(other instanceof FormData)) return one === other;
  return describeParts(one) === describeParts(other);
}

const describeParts = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, part]) =>
      part instanceof File ? [name, part.name, part.size, part.lastModified] : [name, part],
    ),
  );

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
  /** By path: the last write that may or may not have arrived. */
  const unconfirmed = new Map<string, { body: unknown; key: string }>();

  function binding(name: string): CallBinding {
    const found = own(settings.calls, name);
    if (!found) throw new Error(`No call is named ${name}`);
    return found;
  }

  function addressOf(
    { path, query }: CallBinding,
    input: CallInput,
  ): { path: string; search: string } | undefined {
    const filled = fillPath(path, input.params ?? {});
    return filled === undefined
      ? undefined
      : { path: filled, search: encodeQuery(withDefaults(query, input.query ?? {})) };
  }

  function key(name: string, input: CallInput = {}): string | undefined {
    const declared = binding(name);
    const at = addressOf(declared, input);
    const body = input.body ? encodeForm(withDefaults(declared.body, input.body)) : '';
    return at && `${name} ${at.path}?${at.search}${body && `?${body}`}`;
  }

  /** Aborts the pending call of a lane; the new one is pending from now on. */
  function startRequest(lane: string | null): AbortController {
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
      let status = 0;
      const { body } = init;
      const progressFetch =
        body instanceof FormData ? (await import('./uploading.ts')).progressFetchFor(body) : undefined;
      const sendRequest = progressFetch ? createFetch({ fetch: progressFetch }) : send;
      const text = await sendRequest(settings.base + url, {
        ...init,
        method,
        signal,
        credentials: 'include',
        responseType: 'text',
        ignoreResponseError: true,
        retry: false,
        onResponse({ response }) {
          status = response.status;
        },
      });
      return readAnswer(status, text ?? '', settings.success);
    } catch {
      return fault(signal.aborted ? (signal.reason === 'timeout' ? 'timeout' : 'replaced') : 'network');
    }
  }

  async function call(name: string, input: CallInput = {}, options: CallOptions = {}): Promise<Answer> {
    const declared = binding(name);
    const at = addressOf(declared, input);
    if (!at) return fault('incomplete');
    const { path, search } = at;
    const lane =
      options.lane !== undefined ? options.lane : declared.parallel ? null : `${declared.method} ${path}`;
    const stop = startRequest(lane);
    const timer = setTimeout(
      () => stop.abort('timeout'),
      (options.timeout ?? settings.timeout) + (declared.delay ?? 0),
    );
    const replace = () => stop.abort('replaced');
    options.signal?.addEventListener('abort', replace, { once: true });
    if (options.signal?.aborted) replace();

    const { body, type } = encodeBody(declared, input.body);
    const headers = new Headers({ accept: 'application/json' });
    if (type !== undefined) headers.set('content-type', type);
    if (declared.method === 'POST' && options.idempotencyKey !== null) {
      const before = unconfirmed.get(path);
      const token =
        options.idempotencyKey ??
        (before && sameBody(before.body, body) ? before.key : undefined) ??
        newKey();
      unconfirmed.set(path, { body, key: token });
      headers.set('idempotency-key', token);
    }
    try {
      const init = { headers, ...(body !== undefined && { body }) };
      const url = search === '' ? path : `${path}?${search}`;
      const first = await exchange(url, declared, init, stop);
      const repeats = isRepeatable(first) && headers.has('idempotency-key');
      const answer = repeats ? await exchange(url, { ...declared, delay: REPEAT_AFTER }, init, stop) : first;
      const refused = !answer.ok && answer.kind === 'refusal' && answer.code < 500;
      const arrived = answer.ok || refused || answer.kind === 'replaced';
      if (arrived && unconfirmed.get(path)?.key === headers.get('idempotency-key')) unconfirmed.delete(path);
      return answer;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', replace);
      if (lane !== null && pending.get(lane) === stop) pending.delete(lane);
    }
  }

  return { call, key, binding };
}
