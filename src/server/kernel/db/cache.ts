import { type Kept, keptIn } from './memory.ts';
import type { Db } from './schema.ts';

interface CacheEntry {
  until: number;
  value: Promise<unknown>;
}

/** More entries would only hold searches that nobody repeats. */
const MAX_ENTRIES = 500;

class TimedEntries extends Map<string, CacheEntry> implements Kept {
  drop(change: unknown): void {
    if (change === null) this.clear();
  }
}

const TIMED = {};

/**
 * Caches what `load` returns for some seconds of the server's clock: no money and no stock. The value must be the same
 * for every visitor with the same key. Concurrent callers share one load; a load that fails is not cached.
 */
export function cachedFor<Value>(
  db: Db,
  { key, seconds, now }: { key: string; seconds: number; now: number },
  load: () => Promise<Value>,
): Promise<Value> {
  const entries = keptIn(db, TIMED, () => new TimedEntries());
  const cached = entries.get(key);
  if (cached && now < cached.until) return cached.value as Promise<Value>;
  const value = load();
  if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
  const entry = { until: now + seconds, value };
  entries.set(key, entry);
  value.catch(() => entries.get(key) === entry && entries.delete(key));
  return value;
}
