import { atom, type createStore, type PrimitiveAtom } from 'jotai/vanilla';
import { type Answer, type Failure, fault } from './answer.ts';
import type { CallInput, Client } from './client.ts';

/** What a block may know of one piece of server data. */
export interface DataState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The last answer's `data`; kept while it is renewed. */
  data: unknown;
  failure: Failure | null;
  /** A newer answer is on its way; `data` is the last one. */
  renewing: boolean;
}

export const IDLE: DataState = { status: 'idle', data: undefined, failure: null, renewing: false };
export const LOADING: DataState = { ...IDLE, status: 'loading' };

export function ready(data: unknown): DataState {
  return { ...IDLE, status: 'ready', data };
}

export function failed(failure: Failure): DataState {
  return { ...IDLE, status: 'failed', failure };
}

/** The data of one call with one set of arguments, wherever it is used. */
export interface Cell {
  key: string;
  call: string;
  input: CallInput;
  state: PrimitiveAtom<DataState>;
  /** How many entries on the screen show it. */
  holders: number;
  /** Answered by the server for this very view: its first holder does not ask again. */
  fresh: boolean;
  request: { stop: AbortController; done: Promise<void> } | null;
}

/** An answer as it travels in the page: call, arguments, `data` or failure. */
export type DehydratedCell = [
  call: string,
  input: CallInput,
  answer: { data: unknown } | { failure: Failure },
];

export interface CellSettings {
  store: ReturnType<typeof createStore>;
  client: Client;
  /** ms that a server waits for one call; what is slower is left to the browser. Absent in a browser. */
  patience?: number;
  /** Hears every answer; `quiet` ones are not to be shown. */
  onAnswer: (call: string, answer: Answer, quiet: boolean) => void;
}

/** Answers that are kept after the last page that showed them has gone, for going back. */
const PARKED = 24;

/** Server data, held once by call and arguments. */
export function createCells({ store, client, patience, onAnswer }: CellSettings) {
  /** Of those that nobody shows, what was left longest ago comes first. */
  const cells = new Map<string, Cell>();

  function find(call: string, input: CallInput): Cell | undefined {
    const key = client.key(call, input);
    if (key === undefined) return undefined;
    const cell = cells.get(key) ?? {
      key,
      call,
      input,
      state: atom(IDLE),
      holders: 0,
      fresh: false,
      request: null,
    };
    cells.set(key, cell);
    return cell;
  }

  function settle(cell: Cell, before: DataState, answer: Answer): void {
    if (answer.ok) store.set(cell.state, ready(answer.data));
    else if (patience !== undefined && answer.kind === 'timeout') store.set(cell.state, LOADING);
    else if (before.status === 'ready' && answer.kind !== 'refusal') {
      store.set(cell.state, { ...before, failure: answer, renewing: false });
    } else store.set(cell.state, failed(answer));
  }

  async function request(cell: Cell, stop: AbortController, quiet: boolean): Promise<void> {
    const before = store.get(cell.state);
    store.set(cell.state, before.status === 'ready' ? { ...before, renewing: true } : LOADING);
    const given = await client.call(cell.call, cell.input, {
      lane: null,
      idempotencyKey: null,
      signal: stop.signal,
      ...(patience !== undefined && { timeout: patience }),
    });
    if (cell.request?.stop !== stop) return cell.request?.done;
    cell.request = null;
    /* Every call that is shown answers something: without it there is nothing that a block could draw. */
    const answer = given.ok && given.data === null ? fault('malformed') : given;
    settle(cell, before, answer);
    onAnswer(cell.call, answer, quiet);
  }

  /** Asks anew; a pending request is dropped, since it may have been answered before what made this one necessary. */
  function load(cell: Cell, quiet = false): Promise<void> {
    cell.request?.stop.abort();
    const stop = new AbortController();
    const slot = { stop, done: Promise.resolve() };
    cell.request = slot;
    slot.done = request(cell, stop, quiet);
    return slot.done;
  }

  function attach(cell: Cell, quiet: boolean): void {
    cell.holders += 1;
    const known = cell.holders > 1 || cell.fresh;
    cell.fresh = false;
    if (!known || store.get(cell.state).status === 'idle') void load(cell, quiet);
  }

  function detach(cell: Cell): void {
    cell.holders -= 1;
    if (cell.holders > 0) return;
    cell.request?.stop.abort();
    cell.request = null;
    const state = store.get(cell.state);
    if (cells.get(cell.key) === cell) cells.delete(cell.key);
    if (state.status !== 'ready') return;
    store.set(cell.state, ready(state.data));
    cells.set(cell.key, cell);
    const parked = [...cells.values()].filter((other) => other.holders === 0);
    for (const old of parked.slice(0, Math.max(0, parked.length - PARKED))) cells.delete(old.key);
  }

  /** Asks these calls anew wherever they are on the screen, and forgets what is kept of them elsewhere. */
  async function renew(calls: readonly string[]): Promise<void> {
    const affected = [...cells.values()].filter((cell) => calls.includes(cell.call));
    for (const cell of affected) if (cell.holders === 0) cells.delete(cell.key);
    await Promise.all(affected.filter((cell) => cell.holders > 0).map((cell) => load(cell)));
  }

  /** Resolves when nothing is being asked. */
  async function settled(): Promise<void> {
    const pending = [...cells.values()].flatMap((cell) => cell.request?.done ?? []);
    if (pending.length === 0) return;
    await Promise.all(pending);
    await settled();
  }

  function dehydrate(): DehydratedCell[] {
    return [...cells.values()].flatMap((cell): DehydratedCell[] => {
      const { status, data, failure } = store.get(cell.state);
      if (status === 'ready') return [[cell.call, cell.input, { data }]];
      return status === 'failed' ? [[cell.call, cell.input, { failure: failure ?? fault('network') }]] : [];
    });
  }

  function hydrate(answers: readonly DehydratedCell[]): void {
    for (const [call, input, answer] of answers) {
      const cell = find(call, input);
      if (!cell) continue;
      cell.fresh = true;
      store.set(cell.state, 'data' in answer ? ready(answer.data) : failed(answer.failure));
    }
  }

  return { find, load, attach, detach, renew, settled, dehydrate, hydrate };
}

export type Cells = ReturnType<typeof createCells>;
