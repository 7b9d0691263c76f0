/**
 * Seconds that a value is good: little enough that nobody sees old content, or a clock that is late, and enough that a rush
 * makes it once.
 */
const MAX_AGE = 2;

interface BriefCacheSettings<Value> {
  now: () => number;
  /** A change of it makes every value stale. */
  edition: () => number;
  /** Values at once; the oldest go first. */
  max: number;
  /** Whether others may have the value. */
  isShareable: (value: Value) => boolean;
}

/** Finds the value of a key, or makes it. Who comes while it is being made waits for it. */
export type BriefCache<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/** For what many readers get alike. */
export function createBriefCache<Value>(settings: BriefCacheSettings<Value>): BriefCache<Value> {
  const { now, edition, max, isShareable } = settings;
  const cached = new Map<string, { until: number; value: Promise<Value> }>();
  let current = 0;

  return function find(key, make) {
    const latest = edition();
    if (latest !== current) cached.clear();
    current = latest;
    const known = cached.get(key);
    if (known && now() < known.until) return known.value;
    const value = make();
    cached.delete(key);
    if (cached.size >= max) cached.delete(cached.keys().next().value ?? '');
    cached.set(key, { until: now() + MAX_AGE, value });
    const forget = () => void (cached.get(key)?.value === value && cached.delete(key));
    value.then((made) => (isShareable(made) ? undefined : forget()), forget);
    return value;
  };
}
