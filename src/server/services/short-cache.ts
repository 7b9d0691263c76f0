import type { Db } from '../db/schema.ts';

interface Kept {
  until: number;
  value: Promise<unknown>;
}

/** More would only be kept for searches that nobody repeats. */
const MOST = 500;

/** One cache for each database, so that two shops in one process never see each other's. */
const caches = new WeakMap<Db, Map<string, Kept>>();

/**
 * What `load` answers, kept for some seconds of the server's clock. Only for what is the same for every visitor who
 * has the same key. A load that fails is forgotten at once; callers at the same moment share one.
 */
export function shortly<Value>(
  db: Db,
  { key, seconds, now }: { key: string; seconds: number; now: number },
  load: () => Promise<Value>,
): Promise<Value> {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = new Map()));
  const kept = cache.get(key);
  if (kept && now < kept.until) return kept.value as Promise<Value>;
  const value = load();
  if (cache.size >= MOST) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, { until: now + seconds, value });
  value.catch(() => cache.delete(key));
  return value;
}

/** What was kept is no longer so: the next to ask gets it anew. Other processes keep theirs for its seconds. */
export function forget(db: Db, key: string): void {
  caches.get(db)?.delete(key);
}
