import { atom, type createStore, type PrimitiveAtom } from 'jotai/vanilla';
import { type Answer, type Failure, fault } from './answer.ts';
import type { CallInput, Client } from './client.ts';
import { share } from './share.ts';

/** The state of one data entry, as blocks see it. */
export interface DataState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The last answer's `data`; kept while it is renewed. */
  data: unknown;
  failure: Failure | null;
}

export const IDLE: DataState = { status: 'idle', data: undefined, failure: null };
export const LOADING: DataState = { ...IDLE, status: 'loading' };

export function ready(data: unknown): DataState {
  return { ...IDLE, status: 'ready', data };
}

export function failed(failure: Failure): DataState {
  return { ...IDLE, status: 'failed', failure };
}

/** The data of one call with one set of arguments, wherever it is used. */
export interface CacheEntry {
  key: string;
  call: string;
  input: CallInput;
  state: PrimitiveAtom<DataState>;
  /** How many data entries on the screen use it. */
  subscribers: number;
  /** Its answer came with the rendered page: its first subscriber makes no request. */
  hydrated: boolean;
  /** Requested before anything on the screen uses it: its first subscriber makes no request, unless it failed. Ends the wait. */
  ahead: ReturnType<typeof setTimeout> | null;
  /** Requested in a quiet moment, not long ago: what it has is shown while it is renewed. Ends when the last subscriber leaves. */
  early: boolean;
  /** The failure of a `quiet` one is not to be shown. */
  request: { stop: AbortController; done: Promise<void>; quiet: boolean } | null;
}

/** An answer as the rendered page carries it: call, arguments, `data` or failure. */
export type DehydratedEntry = [
  call: string,
  input: CallInput,
  answer: { data: unknown } | { failure: Failure },
];

export interface DataCacheSettings {
  store: ReturnType<typeof createStore>;
  client: Client;
  /** ms that a server waits for one call; slower ones are left to the browser. Absent in a browser. */
  timeout?: number;
  /** Receives every answer; failures of `quiet` requests are not to be shown. */
  onAnswer: (call: string, answer: Answer, quiet: boolean) => void;
}

/** Entries without subscribers that are kept, for stepping back. */
const MAX_UNUSED = 24;

/** ms that what was requested ahead waits for a subscriber: longer than a button is held down, shorter than `push` looks back. */
const AHEAD_KEPT_FOR = 1000;

/** ms for which what came early is shown before it is renewed: what is older is waited for, as that of a page which was left. */
const EARLY_SHOWN_FOR = 300_000;

/** Server data, held once by call and arguments. */
export function createDataCache({ store, client, timeout, onAnswer }: DataCacheSettings) {
  /** Among those without subscribers, the least recently used comes first. */
  const entries = new Map<string, CacheEntry>();

  function find(call: string, input: CallInput): CacheEntry | undefined {
    const key = client.key(call, input);
    if (key === undefined) return undefined;
    const entry = entries.get(key) ?? {
      key,
      call,
      input,
      state: atom(IDLE),
      subscribers: 0,
      hydrated: false,
      ahead: null,
      early: false,
      request: null,
    };
    entries.set(key, entry);
    return entry;
  }

  /** Most renewals bring the same: the state is kept then, so that nothing which reads it is evaluated again. */
  function settleWith(entry: CacheEntry, before: DataState, answered: unknown): void {
    const data = share(before.data, answered);
    const isKnown = before.status === 'ready' && before.failure === null && Object.is(data, before.data);
    if (!isKnown) store.set(entry.state, ready(data));
  }

  function settle(entry: CacheEntry, before: DataState, answer: Answer): void {
    if (answer.ok) settleWith(entry, before, answer.data);
    else if (timeout !== undefined && answer.kind === 'timeout') store.set(entry.state, LOADING);
    else if (before.status === 'ready' && answer.kind !== 'refusal') {
      store.set(entry.state, { ...before, failure: answer });
    } else store.set(entry.state, failed(answer));
  }

  async function request(entry: CacheEntry, stop: AbortController): Promise<void> {
    const before = store.get(entry.state);
    if (before.status !== 'ready') store.set(entry.state, LOADING);
    const given = await client.call(entry.call, entry.input, {
      lane: null,
      idempotencyKey: null,
      signal: stop.signal,
      ...(timeout !== undefined && { timeout }),
    });
    const { request: pending } = entry;
    if (pending?.stop !== stop) return pending?.done;
    entry.request = null;
    /* Unless it says otherwise, a call answers something: without it there is nothing that a block could draw. */
    const isMissing = given.ok && given.data === null && client.binding(entry.call).nullable !== true;
    const answer = isMissing ? fault('malformed') : given;
    settle(entry, before, answer);
    onAnswer(entry.call, answer, pending.quiet);
  }

  /** Requests the entry; a pending request is dropped, since its answer may be older than the change that caused this one. */
  function load(entry: CacheEntry, quiet = false): Promise<void> {
    entry.request?.stop.abort();
    const stop = new AbortController();
    const pending = { stop, done: Promise.resolve(), quiet };
    entry.request = pending;
    pending.done = request(entry, stop);
    return pending.done;
  }

  const isUsed = ({ subscribers, ahead, request: pending, hydrated }: CacheEntry): boolean =>
    subscribers > 0 || ahead !== null || pending !== null || hydrated;

  /** Requests what will probably be attached at once. Its failure is shown to whom it is attached by then, else to nobody. */
  function loadAhead(entry: CacheEntry): void {
    if (isUsed(entry)) return;
    entry.ahead = setTimeout(leave, AHEAD_KEPT_FOR, entry);
    void load(entry, true);
  }

  /** The same for what may be attached some time, where it has no answer yet. */
  function loadEarly(entry: CacheEntry): void {
    if (isUsed(entry) || store.get(entry.state).status === 'ready') return;
    entry.early = true;
    setTimeout(endEarly, EARLY_SHOWN_FOR, entry);
    void load(entry, true);
  }

  function endEarly(entry: CacheEntry): void {
    entry.early = false;
  }

  function endAhead(entry: CacheEntry): void {
    if (entry.ahead) clearTimeout(entry.ahead);
    entry.ahead = null;
  }

  function attach(entry: CacheEntry, quiet: boolean): void {
    const { status, failure } = store.get(entry.state);
    const known = entry.subscribers > 0 || entry.hydrated || ((entry.ahead || entry.request) && !failure);
    if (entry.subscribers === 0 && entry.request) entry.request.quiet = quiet;
    entry.subscribers += 1;
    entry.hydrated = false;
    endAhead(entry);
    if (!known || status === 'idle') void load(entry, quiet);
  }

  function detach(entry: CacheEntry): void {
    entry.subscribers -= 1;
    if (entry.subscribers > 0) return;
    endEarly(entry);
    leave(entry);
  }

  /** Nothing uses the entry any more: it is kept among the unused ones if it has an answer. */
  function leave(entry: CacheEntry): void {
    endAhead(entry);
    entry.request?.stop.abort();
    entry.request = null;
    const state = store.get(entry.state);
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    if (state.status !== 'ready') return;
    /* Left as it is where it may be: whatever still reads it would be evaluated again, for each entry of a page that is left. */
    if (state.failure) store.set(entry.state, ready(state.data));
    entries.set(entry.key, entry);
    const unused = [...entries.values()].filter((other) => other.subscribers === 0 && !other.ahead);
    for (const old of unused.slice(0, Math.max(0, unused.length - MAX_UNUSED))) entries.delete(old.key);
  }

  /** Reloads the entries of these calls that have subscribers, and drops those that have none. */
  async function renew(calls: readonly string[]): Promise<void> {
    const affected = [...entries.values()].filter((entry) => calls.includes(entry.call));
    for (const entry of affected) {
      if (entry.subscribers > 0) continue;
      endAhead(entry);
      entry.request?.stop.abort();
      entries.delete(entry.key);
    }
    await Promise.all(affected.filter((entry) => entry.subscribers > 0).map((entry) => load(entry)));
  }

  /** Resolves when no request is pending of the entries that count; of any when left out. */
  async function settled(counts: (entry: CacheEntry) => boolean = () => true): Promise<void> {
    const pending = [...entries.values()].flatMap((entry) =>
      counts(entry) ? (entry.request?.done ?? []) : [],
    );
    if (pending.length === 0) return;
    await Promise.all(pending);
    await settled(counts);
  }

  /** Whether a page waits for it: for all that is on the screen, but for what came early and has its first answer. */
  const isAwaited = ({ subscribers, early, state }: CacheEntry): boolean =>
    subscribers > 0 && !(early && store.get(state).status === 'ready');

  function dehydrate(): DehydratedEntry[] {
    return [...entries.values()].flatMap((entry): DehydratedEntry[] => {
      const { status, data, failure } = store.get(entry.state);
      if (status === 'ready') return [[entry.call, entry.input, { data }]];
      return status === 'failed' ? [[entry.call, entry.input, { failure: failure ?? fault('network') }]] : [];
    });
  }

  function hydrate(answers: readonly DehydratedEntry[]): void {
    for (const [call, input, answer] of answers) {
      const entry = find(call, input);
      if (!entry) continue;
      entry.hydrated = true;
      store.set(entry.state, 'data' in answer ? ready(answer.data) : failed(answer.failure));
    }
  }

  return { find, load, loadAhead, loadEarly, attach, detach, renew, settled, isAwaited, dehydrate, hydrate };
}

export type DataCache = ReturnType<typeof createDataCache>;
