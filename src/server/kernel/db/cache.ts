import type { Db } from './schema.ts';

interface Kept {
  until: number;
  value: Promise<unknown>;
}

/** More would only be kept for searches that nobody repeats. */
const MOST = 500;

interface Cache {
  kept: Map<string, Kept>;
  edition: number;
}

/** One cache for each database, so that two shops in one process never see each other's. */
const caches = new WeakMap<Db, Cache>();

function cacheOf(db: Db): Cache {
  const cache = caches.get(db) ?? { kept: new Map(), edition: 0 };
  caches.set(db, cache);
  return cache;
}

/**
 * What `load` answers, kept for some seconds of the server's clock. Only for what is the same for every visitor who
 * has the same key. A load that fails is forgotten at once; callers at the same moment share one.
 */
export function shortly<Value>(
  db: Db,
  { key, seconds, now }: { key: string; seconds: number; now: number },
  load: () => Promise<Value>,
): Promise<Value> {
  const { kept } = cacheOf(db);
  const known = kept.get(key);
  if (known && now < known.until) return known.value as Promise<Value>;
  const value = load();
  if (kept.size >= MOST) kept.delete(kept.keys().next().value ?? '');
  const own = { until: now + seconds, value };
  kept.set(key, own);
  value.catch(() => kept.get(key) === own && kept.delete(key));
  return value;
}

/** Counts how often everything was forgotten: what was made from an earlier edition is old. */
export const editionOf = (db: Db): number => cacheOf(db).edition;

/** What was kept may no longer be so: the next to ask gets it anew. Other processes keep theirs for its seconds. */
export function forgetAll(db: Db): void {
  const cache = cacheOf(db);
  cache.kept.clear();
  cache.edition += 1;
}
