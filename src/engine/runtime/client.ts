import { createFetch } from 'ofetch';
import type { CallBinding, SiteConfig } from '#engine/generated/schemas.ts';
import {
  type Answer,
  type AnswerShape,
  bodyOf,
  fault,
  isRepeatable,
  type ParseJson,
  type Received,
  readAnswer,
} from './answer.ts';
import { apiBase, isDirect } from './api-base.ts';
import { type Bearer, tokenIn } from './bearer.ts';
import type { Credentials } from './credentials.ts';
import { encodeForm, encodeQuery, fillPath, withDefaults } from './encode.ts';
import { newKey } from './idempotency-key.ts';
import { own } from './own.ts';
import { type PageRequest, pagedQuery, requestedPage } from './paging.ts';
import { Oversized, readLimited } from './read-limited.ts';
import { encodeBody, headersOf, KEY_HEADER } from './request.ts';
import { typedValues } from './typed-values.ts';

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
   * Sent with a write, so that a second try does not act twice. Absent: a new one, or that of the same call before when
   * it is not known whether it arrived. Null: none, for a call that only reads.
   */
  idempotencyKey?: string | null;
}

/** Answers of calls that are the same for every reader, by the call's key: a kept one, or that of `load`. */
export type ShareAnswer = (key: string, load: () => Promise<Answer>) => Promise<Answer>;

/** A request as `fetch` takes it. */
export type ApiInit = RequestInit & { signal: AbortSignal };

/** Answers a request without a network; undefined for one that has to leave by `fetch`. Rejects when the signal aborts. */
export type AnswerInProcess = (address: string, init: ApiInit) => Promise<Received> | undefined;

export interface ClientSettings {
  calls: Calls;
  /** Given on a server that renders pages for many readers. */
  shareAnswer?: ShareAnswer;
  /** Where the API is and how it talks. */
  api: SiteConfig['api'];
  /** How the API writes its answers, where a call does not say otherwise. */
  answers: AnswerShape;
  /** How requests leave. */
  fetch: typeof globalThis.fetch;
  /** Given on a server that has the API in its own process. */
  answerInProcess?: AnswerInProcess;
  /** Given in a browser. */
  credentials?: Credentials;
  /** Given on a server, where many readers get the same text. */
  parse?: ParseJson;
  /** Sees the data of every call that succeeds; given while a shop is made. */
  inspect?: (call: string, data: unknown) => void;
}

export interface Client {
  /** Makes a declared call. Refusals and faults are values; an undeclared name throws. */
  call(name: string, input?: CallInput, options?: CallOptions): Promise<Answer>;
  /** Names a call with its arguments, `<call> <path>?<rest>`: equal keys have equal answers. Undefined when a path parameter is missing. */
  key(name: string, input?: CallInput): string | undefined;
  binding(name: string): CallBinding;
}

/** Milliseconds before a write is repeated of which the server cannot say whether it took effect. */
const REPEAT_AFTER = 1000;

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

/** A call's values in the API's own words. */
interface CallRequest {
  path: string;
  /** Of its address. */
  search: string;
  body: Readonly<Record<string, unknown>>;
  page?: PageRequest;
}

/** One try of a call. */
interface Attempt {
  name: string;
  /** Path and query. */
  to: string;
  page: PageRequest | undefined;
  /** ms to wait before it leaves. */
  delay: number | undefined;
  init: RequestInit;
}

/** The one client of a shop: time limit, credentials, encodings, delays, and repeats that cancel (spec §7). */
export function createClient(settings: ClientSettings): Client {
  const { api, credentials, answerInProcess } = settings;
  const base = apiBase(api);
  /** Bytes. */
  const limit = api.maxAnswer * 1000;
  const style = api.query;
  const send = createFetch({ fetch: settings.fetch });
  const pending = new Map<string, AbortController>();
  /** By path: the last write that may or may not have arrived. */
  const unconfirmed = new Map<string, { body: unknown; key: string }>();

  function binding(name: string): CallBinding {
    const found = own(settings.calls, name);
    if (!found) throw new Error(`No call is named ${name}`);
    return found;
  }

  /** The values of a call in the API's own words; undefined when a path parameter is missing. */
  function requestOf(declared: CallBinding, input: CallInput): CallRequest | undefined {
    const path = fillPath(declared.path, input.params ?? {});
    if (path === undefined) return undefined;
    const query = withDefaults(declared.query, input.query ?? {});
    const body = typedValues(withDefaults(declared.body, input.body ?? {}), declared);
    const paging = declared.paged === true ? api.page : declared.paged;
    if (!paging) return { path, search: encodeQuery(query, style), body };
    /* A GraphQL query takes everything as a variable. */
    const isGraphql = declared.graphql !== undefined;
    const page = requestedPage(isGraphql ? body : query, paging);
    return {
      path,
      search: encodeQuery(isGraphql ? query : pagedQuery(query, page), style),
      body: isGraphql ? pagedQuery(body, page) : body,
      page,
    };
  }

  function key(name: string, input: CallInput = {}): string | undefined {
    const at = requestOf(binding(name), input);
    if (!at) return undefined;
    const body = input.body ? encodeForm(at.body, style) : '';
    return `${name} ${at.path}?${at.search}${body && `?${body}`}`;
  }

  /** Aborts the pending call of a lane; the new one is pending from now on. */
  function startRequest(lane: string | null): AbortController {
    const controller = new AbortController();
    if (lane === null) return controller;
    pending.get(lane)?.abort('replaced');
    pending.set(lane, controller);
    return controller;
  }

  /** The token of an API that the browser asks itself; a host keeps it where no script can read it. */
  function keepToken(bearer: Bearer, call: string, received: Received, body: unknown): void {
    const token = tokenIn(bearer, { call, body, ...received });
    if (token !== undefined) credentials?.keepToken(token, bearer.days);
  }

  async function requestByNetwork(address: string, init: ApiInit): Promise<Received> {
    let [status, headers] = [0, new Headers()];
    const progressFetch =
      init.body instanceof FormData
        ? (await import('./uploading.ts')).progressFetchFor(init.body)
        : undefined;
    const sendRequest = progressFetch ? createFetch({ fetch: progressFetch }) : send;
    const stream = await sendRequest(address, {
      ...init,
      responseType: 'stream',
      ignoreResponseError: true,
      retry: false,
      onResponse({ response }) {
        ({ status, headers } = response);
      },
    });
    return { status, headers, text: await readLimited(stream, limit) };
  }

  async function exchange({ name, to, page, delay, init }: Attempt, stop: AbortController): Promise<Answer> {
    const { signal } = stop;
    const { answers, containers } = binding(name);
    if (delay) await pause(delay, signal);
    try {
      signal.throwIfAborted();
      const address = base + to;
      const abortable = { ...init, signal };
      const received = await (answerInProcess?.(address, abortable) ?? requestByNetwork(address, abortable));
      if (received.text.length > limit) throw new Oversized(`The answer is longer than ${limit} bytes`);
      const shape = { ...settings.answers, ...answers };
      const body = bodyOf(received, shape, settings.parse);
      if (api.auth.bearer && isDirect(api)) keepToken(api.auth.bearer, name, received, body);
      const answer = readAnswer(body, received, { shape, page, ...(containers && { containers }) });
      if (answer.ok) settings.inspect?.(name, answer.data);
      return answer;
    } catch (reason) {
      if (signal.aborted) return fault(signal.reason === 'timeout' ? 'timeout' : 'replaced');
      return fault(reason instanceof Oversized ? 'malformed' : 'network');
    }
  }

  function call(name: string, input: CallInput = {}, options: CallOptions = {}): Promise<Answer> {
    const { shareAnswer } = settings;
    const shared = shareAnswer && binding(name).public ? key(name, input) : undefined;
    const load = () => request(name, input, options);
    return shareAnswer && shared !== undefined ? shareAnswer(shared, load) : load();
  }

  async function request(name: string, input: CallInput, options: CallOptions): Promise<Answer> {
    const declared = binding(name);
    const at = requestOf(declared, input);
    if (!at) return fault('incomplete');
    const { path, search, page } = at;
    const lane =
      options.lane !== undefined ? options.lane : declared.parallel ? null : `${declared.method} ${path}`;
    const stop = startRequest(lane);
    const timer = setTimeout(
      () => stop.abort('timeout'),
      (options.timeout ?? api.timeout) + (declared.delay ?? 0),
    );
    const replace = () => stop.abort('replaced');
    options.signal?.addEventListener('abort', replace, { once: true });
    if (options.signal?.aborted) replace();

    const { body, type } = encodeBody(declared, at.body, style);
    const headers = headersOf({ name, declared, api, credentials, type });
    if (declared.method === 'POST' && options.idempotencyKey !== null && !isDirect(api)) {
      const before = unconfirmed.get(path);
      const token =
        options.idempotencyKey ??
        (before && sameBody(before.body, body) ? before.key : undefined) ??
        newKey();
      unconfirmed.set(path, { body, key: token });
      headers.set(KEY_HEADER, token);
    }
    try {
      const init: RequestInit = {
        method: declared.method,
        headers,
        credentials: isDirect(api) && !api.auth.cookies ? 'omit' : 'include',
        ...(body !== undefined && { body }),
      };
      const attempt = {
        name,
        to: search === '' ? path : `${path}?${search}`,
        page,
        delay: declared.delay,
        init,
      };
      const first = await exchange(attempt, stop);
      const repeats = isRepeatable(first) && headers.has(KEY_HEADER);
      const answer = repeats ? await exchange({ ...attempt, delay: REPEAT_AFTER }, stop) : first;
      const refused = !answer.ok && answer.kind === 'refusal' && answer.status < 500;
      const arrived = answer.ok || refused || answer.kind === 'replaced';
      if (arrived && unconfirmed.get(path)?.key === headers.get(KEY_HEADER)) unconfirmed.delete(path);
      return answer;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', replace);
      if (lane !== null && pending.get(lane) === stop) pending.delete(lane);
    }
  }

  return { call, key, binding };
}
