import type { Atom, createStore, WritableAtom } from 'jotai/vanilla';

type Store = ReturnType<typeof createStore>;
type AnyAtom = Atom<unknown>;
type AnyWritable = WritableAtom<unknown, unknown[], unknown>;

/** The store of one page on a server. */
export interface PageStore extends Store {
  /** Forgets every value, so that whatever still refers to the store refers to nothing else. */
  clear(): void;
}

/** What an atom came to. */
interface Known {
  value: unknown;
  /** Something that it was made of may have changed since. */
  stale: boolean;
  /** What was read for it, with the values that it had. */
  read: ReadonlyMap<AnyAtom, unknown>;
}

interface Subscription {
  atom: AnyAtom;
  last: unknown;
  listener: () => void;
}

/** Nothing aborts what is read at once. */
const OPTIONS = { signal: new AbortController().signal };

/**
 * Holds the values of atoms for one page that is rendered on a server: what is read is computed then, and again only after
 * something that it was made of has changed. Values are those of the moment: atoms of promises, `onMount` and cycles are for
 * Jotai's own store, which browsers have.
 *
 * Jotai's store makes an object with a getter whenever it computes an atom, which is slow, and V8 keeps the getter with all
 * that it reaches, the whole page, until its next full collection.
 */
export function createPageStore(): PageStore {
  let writes = 0;
  /** Writes under way, one inside another. */
  let depth = 0;
  let notifying = false;
  const values = new Map<AnyAtom, unknown>();
  const known = new Map<AnyAtom, Known>();
  /** The atoms that have read an atom. */
  const readers = new Map<AnyAtom, Set<AnyAtom>>();
  const subscriptions = new Set<Subscription>();

  const isCurrent = ({ stale, read }: Known): boolean =>
    !stale || [...read].every(([atom, value]) => Object.is(get(atom), value));

  function markReaders(atom: AnyAtom): void {
    for (const reader of readers.get(atom) ?? []) {
      const here = known.get(reader);
      if (!here || here.stale) continue;
      here.stale = true;
      markReaders(reader);
    }
  }

  function addReader(atom: AnyAtom, reader: AnyAtom): void {
    const here = readers.get(atom);
    if (here) here.add(reader);
    else readers.set(atom, new Set([reader]));
  }

  function compute(atom: AnyAtom): Known {
    const read = new Map<AnyAtom, unknown>();
    const own = () => (values.has(atom) ? values.get(atom) : (atom as { init?: unknown }).init);
    const getter: Store['get'] = <Value>(other: Atom<Value>): Value => {
      if ((other as AnyAtom) === atom) return own() as Value;
      const value = get(other);
      read.set(other, value);
      addReader(other, atom);
      return value;
    };
    return { value: atom.read(getter, OPTIONS), stale: false, read };
  }

  function get<Value>(atom: Atom<Value>): Value {
    let here = known.get(atom);
    if (here && isCurrent(here)) here.stale = false;
    else {
      here = compute(atom);
      known.set(atom, here);
    }
    return here.value as Value;
  }

  function hold(atom: AnyAtom, value: unknown): void {
    if (values.has(atom) && Object.is(values.get(atom), value)) return;
    values.set(atom, value);
    known.delete(atom);
    markReaders(atom);
    writes += 1;
  }

  /** Writes, without saying so yet. */
  function write(atom: AnyWritable, args: unknown[]): unknown {
    const setter = (other: AnyWritable, ...given: unknown[]) => {
      if (other === atom) return hold(atom, given[0]);
      return depth > 0 ? write(other, given) : set(other, ...given);
    };
    return atom.write(get, setter as Parameters<AnyWritable['write']>[1], ...args);
  }

  function set<Value, Args extends unknown[], Result>(
    atom: WritableAtom<Value, Args, Result>,
    ...args: Args
  ): Result {
    const before = writes;
    depth += 1;
    try {
      return write(atom as unknown as AnyWritable, args) as Result;
    } finally {
      depth -= 1;
      if (depth === 0 && writes !== before) notify();
    }
  }

  /** Calls the listeners of what has changed; what they change themselves is noticed in the next round. */
  function notify(): void {
    if (notifying) return;
    notifying = true;
    try {
      let seen: number;
      do {
        seen = writes;
        for (const subscription of subscriptions) {
          const value = get(subscription.atom);
          if (Object.is(value, subscription.last)) continue;
          subscription.last = value;
          subscription.listener();
        }
      } while (seen !== writes);
    } finally {
      notifying = false;
    }
  }

  return {
    get,
    set,
    sub(atom, listener) {
      const subscription = { atom, last: get(atom), listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    clear() {
      values.clear();
      known.clear();
      readers.clear();
      subscriptions.clear();
    },
  };
}
