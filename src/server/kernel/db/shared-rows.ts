import { LRUCache } from 'lru-cache';
import type { Change, Watched } from './changes.ts';
import { hearsChanges, type Kept, keptIn } from './memory.ts';
import type { Db } from './schema.ts';

type Key = number | string;

/** Which row an entry's value is of, by the id in the notifications of a table. */
type IdOf<Value> = (value: Value) => number;

/** `ids`: the ids of the change are keys; `all`: any entry may be concerned; or what an entry's value says. */
type Concern<Value> = 'ids' | 'all' | IdOf<Value>;

export interface SharedRowsOptions<Value> {
  /** Entries that a process keeps at most; the least used go first. */
  max: number;
  /** The tables that entries are read from, and which entries a change in each concerns. */
  from: Partial<Record<Watched, Concern<Value>>>;
}

/** Loads what is not in memory; keys that there is nothing of are left out. */
type Load<K extends Key, Value> = (db: Db, keys: readonly K[]) => Promise<ReadonlyMap<K, Value>>;

/** Reads by key, from memory where nothing has changed since. Values are shared: nobody may change them. */
export type SharedRows<K extends Key, Value> = (
  db: Db,
  keys: readonly K[],
  load: Load<K, Value>,
) => Promise<Map<K, Value>>;

interface Entry<Value> {
  loading: Promise<Value | undefined>;
  value?: Value;
}

/**
 * Rows that many requests read and few change. An entry is dropped by the notification of a change, which PostgreSQL
 * sends with the commit; a load that was begun before is dropped with it. While the process cannot be sure to hear of
 * changes, and in transactions, every read goes to the database: what is charged or taken from stock never comes from
 * memory.
 */
export function shareRows<K extends Key, Value extends object>(
  options: SharedRowsOptions<Value>,
): SharedRows<K, Value> {
  return async (db, keys, load) => {
    if (!hearsChanges(db)) return new Map(keys.length > 0 ? await load(db, keys) : []);
    const entries = keptIn(db, options, () => new Entries<K, Value>(options));
    // Taken before any is added, which may push them out.
    const kept = keys.map((key) => [key, entries.get(key)] as const);
    const missing = kept.flatMap(([key, entry]) => (entry ? [] : [key]));
    const loading = missing.length > 0 ? load(db, missing) : undefined;
    if (loading) for (const key of missing) startLoading(entries, key, loading);
    const found = new Map<K, Value>();
    const loaded = await loading;
    for (const [key, entry] of kept) {
      const value = entry ? (entry.value ?? (await entry.loading)) : loaded?.get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  };
}

function startLoading<K extends Key, Value extends object>(
  entries: Entries<K, Value>,
  key: K,
  all: Promise<ReadonlyMap<K, Value>>,
): void {
  const entry: Entry<Value> = { loading: all.then((found) => found.get(key)) };
  entries.add(key, entry);
  void settle(entries, key, entry);
}

/** An entry that nothing was found for, or whose load failed, is not kept; the failure is that of whoever reads it. */
async function settle<K extends Key, Value extends object>(
  entries: Entries<K, Value>,
  key: K,
  entry: Entry<Value>,
): Promise<void> {
  entries.settle(key, entry, await entry.loading.catch(() => undefined));
}

class Entries<K extends Key, Value extends object> implements Kept {
  readonly #entries: LRUCache<K, Entry<Value>>;
  readonly #from: SharedRowsOptions<Value>['from'];
  readonly #loading = new Set<K>();
  /** The keys by what their values are of: a change of one company is looked up among the entries of thousands. */
  readonly #keysBy = new Map<IdOf<Value>, Map<number, Set<K>>>();

  constructor({ max, from }: SharedRowsOptions<Value>) {
    this.#entries = new LRUCache({ max, dispose: (entry, key) => this.#forget(key, entry) });
    this.#from = from;
    for (const concern of Object.values(from))
      if (typeof concern === 'function') this.#keysBy.set(concern, new Map());
  }

  get(key: K): Entry<Value> | undefined {
    return this.#entries.get(key);
  }

  add(key: K, entry: Entry<Value>): void {
    this.#entries.set(key, entry);
    this.#loading.add(key);
  }

  settle(key: K, entry: Entry<Value>, value: Value | undefined): void {
    if (value !== undefined) entry.value = value;
    // A change has come meanwhile.
    if (this.#entries.peek(key) !== entry) return;
    if (value === undefined) {
      this.#entries.delete(key);
      return;
    }
    this.#loading.delete(key);
    for (const [idOf, keys] of this.#keysBy) {
      const own = keys.get(idOf(value));
      if (own) own.add(key);
      else keys.set(idOf(value), new Set([key]));
    }
  }

  #forget(key: K, { value }: Entry<Value>): void {
    this.#loading.delete(key);
    if (value === undefined) return;
    for (const [idOf, keys] of this.#keysBy) {
      const own = keys.get(idOf(value));
      own?.delete(key);
      if (own?.size === 0) keys.delete(idOf(value));
    }
  }

  drop(change: Change | null): void {
    const concern = change === null ? 'all' : this.#from[change.table as Watched];
    const ids = change?.ids ?? null;
    if (concern === undefined) return;
    if (concern === 'all' || ids === null) return this.#entries.clear();
    if (concern === 'ids') {
      for (const id of ids) this.#entries.delete(id as K);
      return;
    }
    const keys = this.#keysBy.get(concern);
    for (const id of ids) for (const key of keys?.get(id) ?? []) this.#entries.delete(key);
    // What is still being loaded may be concerned.
    for (const key of this.#loading) this.#entries.delete(key);
  }
}
