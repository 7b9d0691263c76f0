import type { MetricValue, Registry } from 'prom-client';

/** What a process has measured: of requests over the last minutes, of the rest at this moment. */
export interface Figures {
  /** That the figures of requests are of; 0 until there are two moments to compare. */
  seconds: number;
  requests: number;
  /** Answers that are a fault of ours. */
  faults: number;
  /** Answers that say to come later. */
  refused: number;
  /** Upper bound in seconds, `+Inf` the last -> requests that took no longer. */
  buckets: Record<string, number>;
  /** Bytes of memory. */
  memory: number;
  /** Seconds that the loop of events was late at worst. */
  lag: number;
  streams: number;
  edition: number;
  pool: { total: number; idle: number; waiting: number };
  /** Seconds for which requests have waited for a connection at every moment. */
  waitedFor: number;
}

/** Seconds that rates are of. */
const WINDOW = 300;

const FAULTS: ReadonlySet<unknown> = new Set([500, 502, 504]);
const REFUSED = 503;

/** What has been counted since the process began. */
interface Totals {
  at: number;
  requests: number;
  faults: number;
  refused: number;
  buckets: Record<string, number>;
  isWaiting: boolean;
}

type Values = readonly MetricValue<string>[];

async function valuesOf(registry: Registry, name: string): Promise<Values> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values ?? [];
}

const sumOf = (values: Values): number => values.reduce((sum, { value }) => sum + value, 0);

async function totalsOf(registry: Registry, at: number): Promise<Totals> {
  const values: Values = await valuesOf(registry, 'http_request_duration_seconds');
  const buckets: Record<string, number> = {};
  const totals = { at, requests: 0, faults: 0, refused: 0, buckets, isWaiting: false };
  for (const { labels, value } of values as readonly (MetricValue<string> & { metricName?: string })[]) {
    const { le, status } = labels;
    if (le !== undefined) buckets[String(le)] = (buckets[String(le)] ?? 0) + value;
    if (le !== '+Inf') continue;
    totals.requests += value;
    if (FAULTS.has(Number(status))) totals.faults += value;
    if (Number(status) === REFUSED) totals.refused += value;
  }
  return totals;
}

/** Reads what `/metrics` shows, again and again; each time the figures since the oldest moment within the window. */
export function createFigures(registry: Registry): (now: number) => Promise<Figures> {
  let earlier: Totals[] = [];
  return async (now) => {
    const totals = await totalsOf(registry, now);
    const connections = Object.fromEntries(
      (await valuesOf(registry, 'db_pool_connections')).map(({ labels, value }) => [labels['state'], value]),
    );
    const pool = { total: 0, idle: 0, waiting: 0, ...connections };
    totals.isWaiting = pool.waiting > 0;
    earlier = [...earlier.filter(({ at }) => at >= now - WINDOW), totals];
    const [oldest = totals] = earlier;
    const lastFree = earlier.findLast(({ isWaiting }) => !isWaiting);
    return {
      seconds: now - oldest.at,
      requests: totals.requests - oldest.requests,
      faults: totals.faults - oldest.faults,
      refused: totals.refused - oldest.refused,
      buckets: Object.fromEntries(
        Object.entries(totals.buckets).map(([le, count]) => [le, count - (oldest.buckets[le] ?? 0)]),
      ),
      memory: sumOf(await valuesOf(registry, 'process_resident_memory_bytes')),
      lag: sumOf(await valuesOf(registry, 'nodejs_eventloop_lag_p99_seconds')),
      streams: sumOf(await valuesOf(registry, 'event_streams')),
      edition: sumOf(await valuesOf(registry, 'shop_edition')),
      pool,
      waitedFor: totals.isWaiting ? now - (lastFree?.at ?? oldest.at) : 0,
    };
  };
}

/** Seconds within which this share of the requests were answered, as Prometheus reckons it; 0 of none. */
export function quantileOf(buckets: Readonly<Record<string, number>>, share: number): number {
  const bounds = Object.entries(buckets)
    .map(([le, count]) => ({ le: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count }))
    .toSorted((a, b) => a.le - b.le);
  const wanted = (bounds.at(-1)?.count ?? 0) * share;
  if (wanted === 0) return 0;
  let from = { le: 0, count: 0 };
  for (const bound of bounds) {
    if (bound.count >= wanted) {
      if (!Number.isFinite(bound.le)) return from.le;
      return from.le + (bound.le - from.le) * ((wanted - from.count) / (bound.count - from.count));
    }
    from = bound;
  }
  return from.le;
}
