import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { editionOf } from '#server/kernel/db/memory.ts';
import type { Job } from '#server/kernel/jobs/job.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { PARTS } from '#server/modules/index.ts';
import { startTracing, tracingOptions } from '#server/process/tracing.ts';
import { fakeBuild } from '../../engine/host/fake-build.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';
import { makeShelf } from '../support/shelf.ts';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

let collector: Server;
let bodies: OtlpBody[] = [];
let paths: (string | undefined)[] = [];
let endTracing: () => Promise<void>;
let shop: TestApp;
let onBuild: (() => Promise<void>) | undefined;
let lines: string[] = [];

beforeAll(async () => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    paths.push(request.url);
    bodies.push((await json(request)) as OtlpBody);
    response.setHeader('content-type', 'application/json').end('{}');
  };
  collector = createServer((request, response) => void take(request, response));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  endTracing = await startTracing({ endpoint: `http://127.0.0.1:${port}/`, service: 'the-shop', share: 1 });
  const build = await fakeBuild();
  onBuild = () => rm(build, { recursive: true, force: true });
  const built = await loadBuiltSite(build);
  const { site } = await shopRegistry();
  const extend = (app: TestApp['app']) =>
    hostSite(app, { ...built, site, now: () => shop.clock.now, edition: () => editionOf(shop.db) });
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } } as const;
  shop = await startApp({ seed: makeShelf, extend, parts: { log } });
});
afterAll(async () => {
  await shop?.close();
  await endTracing?.();
  await onBuild?.();
  collector.close();
});
beforeEach(() => {
  bodies = [];
  paths = [];
  lines = [];
});

const spans = () =>
  bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const named = (name: string) => spans().find((span) => span.name === name);
const valueOf = (span: OtlpSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];
const arrived = (name: string) => vi.waitUntil(() => named(name), { timeout: 10_000 });

/** What a span is part of, once that has arrived too. */
const parentOf = ({ parentSpanId }: OtlpSpan) =>
  vi.waitUntil(() => spans().find(({ spanId }) => spanId === parentSpanId), { timeout: 10_000 });

const CART = 'GET /api/cart/list';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

describe('a shop that is traced', () => {
  it('sends a request with its call and its statements, each within the other', async () => {
    const demo = await shop.as('demo');
    await demo.call('cart.list');
    const request = await arrived(CART);
    expect(paths).toContain('/v1/traces');
    expect(valueOf(request, 'http.response.status_code')).toBe(200);
    const call = named('call cart.list');
    expect(call?.parentSpanId).toBe(request.spanId);
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(statements.map((span) => valueOf(span, 'db.operation.name'))).toContain('SELECT');
    expect(statements.every(({ traceId }) => traceId === request.traceId)).toBe(true);
    const [{ resource } = { resource: { attributes: [] } }] = bodies.flatMap((body) => body.resourceSpans);
    expect(resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'the-shop' },
    });
  });

  it('sends a page with the calls that it makes, each within the other, under its name', async () => {
    const demo = await shop.as('demo');
    const headers = { cookie: `sid=${demo.cookie}` };
    expect((await shop.app.inject({ url: '/', headers })).body).toContain('200 demo');
    const page = await arrived('page');
    expect(valueOf(page, 'shop.page')).toBe('greeting');
    const call = await arrived('call user.base');
    /* The page asks the API of its own process, by a request of its own. */
    const asked = await parentOf(call);
    expect(asked).toMatchObject({ name: 'GET /api/user/base', parentSpanId: page.spanId });
    const request = await parentOf(page);
    expect(request.name).toMatch(/^GET /);
    expect(new Set([page, call, asked, request].map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('sends a job with its statements, as a trace of its own, and tells when it failed', async () => {
    const { site } = await shopRegistry();
    const tidy = PARTS.jobs.get('tidy');
    if (!tidy) throw new Error('there is no such job');
    const broken: Job = { every: 1, run: () => Promise.reject(new TypeError('绝密')) };
    const jobs = new Map([
      ['tidy', { ...tidy, every: 0.05 }],
      ['broken', { ...broken, every: 0.05 }],
    ]);
    const stop = startScheduler(
      jobs,
      {
        db: shop.db,
        site,
        uploads: shop.uploads,
        pageTables: shop.app.pageTables,
        gateways: SANDBOX,
        channels: { mail: null, push: webPushSender() },
        tasks: PARTS.tasks,
        now: () => shop.clock.now,
      },
      () => {},
    );
    const job = await arrived('job tidy');
    const failed = await arrived('job broken');
    await stop();
    expect(job.parentSpanId ?? '').toBe('');
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === job.spanId);
    expect(statements.map((span) => valueOf(span, 'db.operation.name'))).toContain('DELETE');
    expect(failed.status?.code).toBe(2);
    expect(valueOf(failed, 'error.type')).toBe('TypeError');
    expect(JSON.stringify(bodies)).not.toContain('绝密');
  });

  it('goes on with the trace of the caller, in the log as well', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    await shop.app.inject({ url: '/api/cart/list', headers });
    const request = await arrived(CART);
    expect([request.traceId, request.parentSpanId]).toEqual([TRACE, CALLER]);
    const line = lines.find((text) => text.includes('/api/cart/list')) ?? '';
    expect(line.match(/"trace":/g)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ trace: TRACE });
  });

  it('has the same trace in the log where it began it', async () => {
    await shop.app.inject({ url: '/api/cart/list' });
    const { traceId } = await arrived(CART);
    expect(JSON.parse(lines.find((text) => text.includes('/api/cart/list')) ?? '{}')).toMatchObject({
      trace: traceId,
    });
  });

  it('leaves alone what the caller does not trace', async () => {
    await shop.app.inject({
      url: '/api/cart/list',
      headers: { traceparent: `00-${TRACE}-${CALLER}-00` },
    });
    await shop.app.inject({ url: '/healthz' });
    await arrived('GET /healthz');
    expect(named(CART)).toBeUndefined();
  });

  it('sends nothing of what is asked or answered', async () => {
    const canaries = ['13900009876', '绝密收货人', 'k9canary'] as const;
    const [phone, name, keyword] = canaries;
    const demo = await shop.as('demo');
    await demo.call('address.create', {
      body: { name, phone, region: '浙江省 杭州市 西湖区', detail: '绝密路 9 号' },
    });
    await shop.app.inject({ url: `/api/goods/search?keywords=${keyword}` });
    await shop.app.inject({ url: `/no-such-page/${keyword}` });
    await parentOf(await arrived('page'));
    const sent = JSON.stringify(bodies);
    expect(sent).toContain('/api/goods/search');
    for (const canary of [...canaries, 'Demo@2026', '绝密']) expect(sent).not.toContain(canary);
  });
});

describe('the settings of tracing', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318';

  it('are none without a collector', () => {
    expect(tracingOptions({ OTEL_SERVICE_NAME: 'shop' })).toBeUndefined();
  });

  it('have defaults', () => {
    expect(tracingOptions({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      service: 'storewright',
      share: 1,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'collector:4318'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: 'half' }, 'half'],
  ])('stop the start where they mean nothing: %j', (env, told) => {
    expect(() => tracingOptions(env)).toThrow(told);
  });
});
