import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { markCookieChanges } from '#engine/host/cookies-changed.ts';
import { registerHealth } from '#engine/host/health.ts';
import type { LoadLimits } from '#engine/host/load/gate.ts';
import type { LogSettings } from '#engine/host/log.ts';
import { createServer } from '#engine/host/server.ts';
import { isReachable } from './kernel/db/is-reachable.ts';
import type { Listen } from './kernel/db/listen.ts';
import type { PoolState } from './kernel/db/pool.ts';
import type { Db } from './kernel/db/schema.ts';
import type { Document } from './kernel/documents/documents.ts';
import { registerDocuments } from './kernel/documents/register.ts';
import { registerUploads } from './kernel/files/register.ts';
import { BODY_LIMIT, parseQuery, registerBodies } from './kernel/http/bodies.ts';
import { registerCalls } from './kernel/http/calls.ts';
import type { AppContext } from './kernel/http/context.ts';
import type { ServerRegistry } from './kernel/http/contracts.ts';
import { frameworkOptions, registerFallbacks } from './kernel/http/framework-errors.ts';
import { createMalwareCheck } from './kernel/http/malware.ts';
import { registerMultipart } from './kernel/http/multipart.ts';
import { describeApi } from './kernel/http/openapi.ts';
import { loadOutcomes } from './kernel/http/outcomes.ts';
import type { PageTables } from './kernel/http/page-tables.ts';
import { rateLimitStore } from './kernel/http/rate-limit-store.ts';
import { send, sendFault } from './kernel/http/reply.ts';
import { registerRequestLog } from './kernel/http/request-log.ts';
import type { Routes } from './kernel/http/routes.ts';
import { registerGauges } from './kernel/metrics/gauges.ts';
import { registerMetrics } from './kernel/metrics/register.ts';
import type { NoticeChannels } from './kernel/outside/channels.ts';
import { outboxMail } from './kernel/outside/mail/mail-sender.ts';
import type { Gateways } from './kernel/outside/payment-gateways/gateway.ts';
import { SANDBOX } from './kernel/outside/payment-gateways/open.ts';
import type { FileScanner } from './kernel/outside/scanner/scanner.ts';
import { createSmsDispatcher } from './kernel/outside/sms/dispatcher.ts';
import { outboxSender, type SmsSender } from './kernel/outside/sms/sender.ts';
import type { UploadStorage } from './kernel/outside/storage/storage.ts';
import { webPushSender } from './kernel/outside/web-push/push-sender.ts';
import type { Wechat } from './kernel/outside/wechat/wechat.ts';
import { createPageTables } from './kernel/page-tables/page-tables.ts';
import type { StreamLimits } from './kernel/push/hub.ts';
import { registerPush } from './kernel/push/register.ts';
import { refuse } from './kernel/result/answer.ts';
import { registerWechat, sessions } from './modules/identity/index.ts';
import { registerBookGauges } from './modules/ledger/index.ts';
import { registerGatewayWebhooks } from './modules/payments/index.ts';
import { registerPictures } from './modules/pictures/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For the tasks of this process, which read tables as well. */
    pageTables: PageTables;
  }
}

export interface AppParts {
  registry: ServerRegistry;
  /** The handlers. */
  routes: Routes;
  /** Files that are generated on request; none when left out. */
  documents?: ReadonlyMap<string, Document>;
  db: Db;
  /** Subscribes to what any process of the shop publishes (`Store.listen`). */
  listen: Listen;
  uploads: UploadStorage;
  /** Looks for malware in what is uploaded; nothing does when left out. */
  scanner?: FileScanner;
  /** Payment gateways; the sandbox's when left out. */
  gateways?: Gateways;
  /** The sender of text messages; when left out the outbox in a demo, else none. */
  sms?: SmsSender;
  /** How notices leave the shop; when left out mails go to the outbox in a demo, else nowhere. */
  channels?: NoticeChannels;
  /** Login by WeChat; none when left out. */
  wechat?: Wechat;
  /** The shop has the demo data: calls of the demo exist, such as the outbox of text messages. */
  demo?: boolean;
  /** What a demo gives away answers to this machine alone. */
  keepsDemoHere?: boolean;
  /** Seconds since 1970; the system's clock when left out. */
  now?: () => number;
  checkAnswers?: boolean;
  /** Addresses and networks of the proxies in front; this machine's when left out. */
  trustProxy?: readonly string[];
  /** Limits of concurrent requests. */
  load?: LoadLimits;
  /** Limits of pages that are subscribed to changes at once. */
  streams?: StreamLimits;
  /** Written as JSON lines; `true` is faults to standard error. */
  log?: LogSettings | boolean;
  /** What scrapers of `/metrics` must send; when left out only this machine may ask. */
  metricsToken?: string | undefined;
  /** The state of the database's pool (`Store.pool`). */
  pool?: () => PoolState;
  /** Compress answers and pages; off for callers in the same process. */
  compress?: boolean;
}

/**
 * Creates the API: every call of the registry, its OpenAPI document, and the pictures. Not listening yet; `hostSite` adds
 * the site.
 */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { registry, db } = parts;
  const outcomes = await loadOutcomes();
  const app = await createServer({
    trustProxy: parts.trustProxy,
    log: parts.log,
    compress: parts.compress,
    load: parts.load,
    refuse: (reply) => send(reply, refuse('overloaded')),
    framework: {
      bodyLimit: BODY_LIMIT,
      ...frameworkOptions(registry.site.pages.notFound),
      routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery, maxParamLength: 200 },
    },
    prepare(server) {
      server.decorateRequest('visitor');
      server.decorateRequest('pendingLogin', null);
      server.setErrorHandler(sendFault);
      registerFallbacks(server);
    },
  });
  registerRequestLog(app);
  registerMetrics(app, parts.metricsToken);
  registerGauges(app.metrics, db, parts.pool);
  registerBookGauges(app.metrics, db);
  await app.register(cookie);
  markCookieChanges(app);
  await app.register(rateLimit, { global: false, store: rateLimitStore(db) });
  registerBodies(app);
  await registerMultipart(app);

  const { demo = false } = parts;
  const sender = parts.sms ?? (demo ? outboxSender : null);
  const sms = sender && createSmsDispatcher(sender, (what, fault) => app.log.error({ err: fault }, what));
  app.addHook('onClose', () => sms?.settled());
  const pageTables = createPageTables(registry, parts.routes);
  app.decorate('pageTables', pageTables);
  const context: AppContext = {
    db,
    sessions,
    site: registry.site,
    slots: registry.slots,
    uploads: parts.uploads,
    gateways: parts.gateways ?? SANDBOX,
    channels: parts.channels ?? { mail: demo ? outboxMail : null, push: webPushSender() },
    sms,
    wechat: parts.wechat ?? null,
    pageTables,
    demo,
    keepsDemoHere: parts.keepsDemoHere ?? false,
    secondFactor: demo ? 'optional' : 'required',
    now: parts.now ?? (() => Math.floor(Date.now() / 1000)),
  };
  await app.register(async (calls) => {
    registerCalls(calls, {
      registry,
      outcomes,
      routes: parts.routes,
      context,
      refuseMalware: createMalwareCheck(app, parts.scanner ?? null),
      checkAnswers: parts.checkAnswers ?? false,
    });
  });
  registerGatewayWebhooks(app, context);
  registerUploads(app, context);
  registerDocuments(app, context, parts.documents ?? new Map());
  registerWechat(app, context);
  registerPush(app, context, parts.listen, parts.streams);
  registerPictures(app, { db, slots: registry.slots, site: registry.site, uploads: parts.uploads });
  let document: string | undefined;
  app.get('/api/openapi.json', async (_, reply) => {
    document ??= JSON.stringify(describeApi(registry, outcomes));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  registerHealth(app, () => isReachable(db));
  return app;
}
