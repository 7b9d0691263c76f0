import { Gauge, Histogram, Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFigures, quantileOf } from '#server/kernel/processes/figures.ts';

let registry: Registry;
let requests: Histogram;
let pool: Gauge;
beforeEach(() => {
  registry = new Registry();
  const labelNames = ['method', 'route', 'status'];
  requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'of the test',
    labelNames,
    buckets: [0.1, 0.5],
    registers: [registry],
  });
  pool = new Gauge({
    name: 'db_pool_connections',
    help: 'of the test',
    labelNames: ['state'],
    registers: [registry],
  });
});

const answer = (status: number, seconds: number) =>
  requests.observe({ method: 'GET', route: '/', status }, seconds);

describe('what a process tells of its requests', () => {
  it('is what came since the oldest moment of the last five minutes', async () => {
    const figuresAt = createFigures(registry);
    answer(200, 0.01);
    await figuresAt(1000);
    answer(200, 0.05);
    answer(500, 0.3);
    answer(503, 0.01);
    expect(await figuresAt(1100)).toMatchObject({
      seconds: 100,
      requests: 3,
      faults: 1,
      refused: 1,
      buckets: { '0.1': 2, '0.5': 3, '+Inf': 3 },
    });
    expect(await figuresAt(1350)).toMatchObject({ seconds: 250, requests: 0, faults: 0 });
  });

  it('says for how long requests have waited for a connection without a break', async () => {
    const figuresAt = createFigures(registry);
    const waitedFor = async (now: number, waiting: number) => {
      pool.set({ state: 'waiting' }, waiting);
      return (await figuresAt(now)).waitedFor;
    };
    expect(await waitedFor(1000, 0)).toBe(0);
    expect(await waitedFor(1015, 2)).toBe(15);
    expect(await waitedFor(1200, 1)).toBe(200);
    expect(await waitedFor(1215, 0)).toBe(0);
  });
});

describe('the time within which a share of the requests were answered', () => {
  it.each([
    [{ '0.1': 50, '0.5': 100, '+Inf': 100 }, 0.5, 0.1],
    [{ '0.1': 50, '0.5': 100, '+Inf': 100 }, 0.75, 0.3],
    [{ '0.1': 0, '0.5': 0, '+Inf': 10 }, 0.95, 0.5],
    [{}, 0.95, 0],
  ])('of %j at %d is %d s', (buckets, share, seconds) => {
    expect(quantileOf(buckets, share)).toBeCloseTo(seconds);
  });
});
