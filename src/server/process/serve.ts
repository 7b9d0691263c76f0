import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadBuiltSite, readRegistry } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { keepAssets } from '#engine/host/kept-assets.ts';
import { priorityPages } from '#engine/host/load/priority-pages.ts';
import { isClusterWorker } from '#engine/host/process/cluster.ts';
import { listenOn } from '#engine/host/process/listen.ts';
import { listenAddress, requireFreePort } from '#engine/host/process/port.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { Supervised } from '#engine/host/process/supervise.ts';
import { warmUp } from '#engine/host/warm-up.ts';
import type { Registry, SiteConfig } from '#generated/schemas.ts';
import { createApp } from '../app.ts';
import { editionOf } from '../kernel/db/memory.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { openStore, type Store } from '../kernel/db/open.ts';
import { surviveOutage } from '../kernel/db/outage.ts';
import type { SlowQueryWatch } from '../kernel/db/slow-queries.ts';
import { releaseAllRuns } from '../kernel/jobs/schedule.ts';
import { startScheduler } from '../kernel/jobs/scheduler.ts';
import { keepVapidKeys, vapidKeys } from '../kernel/notifications/vapid.ts';
import { bindPages } from '../kernel/pages/page-link.ts';
import { startHeartbeat } from '../kernel/processes/heartbeat.ts';
import { releaseAllTasks } from '../kernel/tasks/lease.ts';
import { readColumns } from '../modules/catalogue/index.ts';
import { PARTS } from '../modules/index.ts';
import { connectionsFor, readServerLimits } from './connections.ts';
import type { ServeOptions } from './options.ts';
import { type Outside, outsideOf, uploadsOf } from './outside.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';
import { startTracing } from './tracing.ts';

export interface Serving extends Supervised {
  url: string;
  store: Store;
  app: FastifyInstance;
  site: SiteConfig;
}

/** Milliseconds in which the load balancer notices by `/readyz` that this process drains. */
const DRAIN = 2000;

const clock = () => Math.floor(Date.now() / 1000);

/**
 * Starts everything from a finished build: database, migrations, demo data, API, site.
 * @throws StartFault, FolderInUse for problems that the operator can fix
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const report = options.report ?? (() => {});
  /* The processes of one port have it from the first of them: to try it would take requests from those that serve. */
  const host = await (isClusterWorker() ? listenAddress() : requireFreePort(options.port));
  const distDir = resolve(options.distDir);
  const registry = (await readRegistry(distDir)) as Registry;
  bindPages(registry.routes);
  report(options.databaseUrl ? '连接数据库…' : '打开数据库…');
  /* The log comes with the app, which needs the database. */
  const slow: SlowQueryWatch = { after: options.slowQueryAfter, report() {} };
  const endTracing = await (options.tracing ? startTracing(options.tracing) : async () => {});
  const store = await openPrepared(options, slow);
  try {
    const outside = await outsideOf(store.db, registry.site, options);
    const app = await buildApp(store, registry, outside, options);
    slow.report = (query) => app.log.warn(query, 'slow query');
    const url = await listenOn(app, options.port, host, async () => {
      await app.ready();
      await readColumns(store.db, clock());
      await warmUp(app, registry.site.pages.home);
    });
    return serving({ app, url, store, registry, outside, endTracing });
  } catch (fault) {
    await store.close();
    throw fault;
  }
}

/**
 * The database with its migrations and, where it was empty, the demo data.
 * @throws StartFault when it does not answer, or takes too few connections
 */
export async function openPrepared(options: ServeOptions, slow?: SlowQueryWatch): Promise<Store> {
  const store = await openDatabase(options, slow);
  try {
    await prepareDatabase(store, options);
    return store;
  } catch (fault) {
    await store.close();
    throw fault;
  }
}

async function openDatabase(
  { databaseUrl, dataDir, processes, report }: ServeOptions,
  slow?: SlowQueryWatch,
): Promise<Store> {
  if (!databaseUrl) return openStore({ folder: resolve(dataDir), slow });
  const limits = await readServerLimits(databaseUrl).catch((fault: unknown) => {
    throw unreachable(fault);
  });
  const connections = connectionsFor(processes, limits);
  report?.(
    `${processes} 个进程,每个 ${connections} 个数据库连接(数据库最多 ${limits.max} 个) / ${processes} processes with ${connections} database connections each, of ${limits.max}`,
  );
  return openStore({ url: databaseUrl, connections, slow });
}

/** The message has the host of the database but not its password. */
function unreachable(fault: unknown): StartFault {
  const reason = fault instanceof Error ? fault.message : String(fault);
  return new StartFault(`连不上 DATABASE_URL 指定的数据库:${reason}`, { cause: fault });
}

async function prepareDatabase({ db, engine }: Store, options: ServeOptions): Promise<void> {
  const report = options.report ?? (() => {});
  const done = await migrate(db);
  if (done.length > 0) report(`更新数据库结构:${done.length} 步`);
  // The embedded database serves one process: whichever held a lease is gone.
  if (engine === 'pglite') {
    await releaseAllTasks(db);
    await releaseAllRuns(db);
  }
  const { vapid } = options.outside;
  if (vapid) await keepVapidKeys(db, vapid, clock());
  else await vapidKeys(db, clock());
  if (options.seed === 'none') return;
  await seedWhenEmpty(db, { now: clock(), files: uploadsOf(options), ...options.seedSizes }, report);
}

async function buildApp(
  store: Store,
  registry: Registry,
  outside: Outside,
  { distDir, dataDir, trustProxy, logLevel, metricsToken, demoPublic, checkAnswers = false }: ServeOptions,
): Promise<FastifyInstance> {
  const app = await createApp({
    registry,
    routes: PARTS.routes,
    documents: PARTS.documents,
    db: store.db,
    listen: store.listen,
    pool: store.pool,
    metricsToken,
    ...outside,
    keepsDemoHere: !demoPublic && (outside.demo || outside.gateways.sandbox),
    now: clock,
    trustProxy,
    checkAnswers,
    log: { level: logLevel },
    compress: true,
  });
  const built = await loadBuiltSite(resolve(distDir));
  const kept = await keepAssets(built.clientFolder, resolve(dataDir, 'assets-of-builds'), clock);
  app.addHook('onClose', async () => kept.stop());
  await hostSite(app, {
    ...built,
    keptFolder: kept.folder,
    site: registry.site,
    edition: () => editionOf(store.db),
    isPriorityPage: priorityPages(registry),
    standingNotice: outside.demo ? registry.site.constants.demo : undefined,
    onRendered: app.observePage,
    now: clock,
  });
  return app;
}

interface Started {
  app: FastifyInstance;
  url: string;
  store: Store;
  registry: Registry;
  outside: Outside;
  endTracing: () => Promise<void>;
}

function serving({ app, url, store, registry, outside, endTracing }: Started): Serving {
  const stopScheduler = startScheduler(
    PARTS.jobs,
    {
      tasks: PARTS.tasks,
      pageTables: app.pageTables,
      db: store.db,
      site: registry.site,
      ...outside,
      now: clock,
    },
    (job, fault) =>
      app.log.error({ job, stack: fault instanceof Error ? fault.stack : String(fault) }, 'job'),
  );
  const stopHeartbeat = startHeartbeat(store.db, app.metrics, clock);
  return {
    url,
    store,
    app,
    // The embedded database serves one process: there is no other to take the requests.
    drainFor: store.engine === 'postgres' ? DRAIN : 0,
    survives: surviveOutage,
    site: registry.site,
    async close() {
      await app.close();
      await stopScheduler();
      await stopHeartbeat();
      await store.close();
      await endTracing();
    },
  };
}
