import type { Db } from './schema.ts';

interface CacheEntry {
  until: number;
  value: Promise<unknown>;
}

/** More entries would only hold searches that nobody repeats. */
const MAX_ENTRIES = 500;

interface Cache {
  entries: Map<string, CacheEntry>;
  edition: number;
}

/** One cache for each database, so that two shops in one process never see each other's. */
const caches = new WeakMap<Db, Cache>();

function cacheOf(db: Db): Cache {
  const cache = caches.get(db) ?? { entries: new Map(), edition: 0 };
  caches.set(db, cache);
  return cache;
}

/**
 * Caches what `load` returns for some seconds of the server's clock. The value must be the same for every visitor with
 * the same key. Concurrent callers share one load; a load that fails is not cached.
 */
export function cachedFor<Value>(
  db: Db,
  { key, seconds, now }: { key: string; seconds: number; now: number },
  load: () => Promise<Value>,
): Promise<Value> {
  const { entries } = cacheOf(db);
  const cached = entries.get(key);
  if (cached && now < cached.until) return cached.value as Promise<Value>;
  const value = load();
  if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
  const entry = { until: now + seconds, value };
  entries.set(key, entry);
  value.catch(() => entries.get(key) === entry && entries.delete(key));
  return value;
}

/** The number of times that the cache was cleared: what was made from an earlier edition is stale. */
export const editionOf = (db: Db): number => cacheOf(db).edition;

/** Drops every entry of this process. Other processes keep theirs until they expire. */
export function clearCache(db: Db): void {
  const cache = cacheOf(db);
  cache.entries.clear();
  cache.edition += 1;
}
