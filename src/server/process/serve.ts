import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { loadBuiltSite, readRegistry } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { priorityPages } from '#engine/host/load/priority-pages.ts';
import { listenOn } from '#engine/host/process/listen.ts';
import { requireFreePort } from '#engine/host/process/port.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { Supervised } from '#engine/host/process/supervise.ts';
import type { Registry, SiteConfig } from '#generated/schemas.ts';
import { createApp } from '../app.ts';
import { editionOf } from '../kernel/db/cache.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { openStore, type Store } from '../kernel/db/open.ts';
import { surviveOutage } from '../kernel/db/outage.ts';
import { releaseAllRuns } from '../kernel/jobs/schedule.ts';
import { startScheduler } from '../kernel/jobs/scheduler.ts';
import { bindPages } from '../kernel/pages/page-link.ts';
import { releaseAllTasks } from '../kernel/tasks/lease.ts';
import { PARTS } from '../modules/index.ts';
import type { ServeOptions } from './options.ts';
import { type Outside, outsideOf, uploadsOf } from './outside.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';

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
  const host = await requireFreePort(options.port);
  const distDir = resolve(options.distDir);
  const registry = (await readRegistry(distDir)) as Registry;
  bindPages(registry.routes);
  report(options.databaseUrl ? '连接数据库…' : '打开数据库…');
  const store = await openStore(
    options.databaseUrl ? { url: options.databaseUrl } : { folder: resolve(options.dataDir) },
  );
  try {
    await requireDatabase(store);
    await prepareDatabase(store, options);
    const outside = await outsideOf(store.db, registry.site, options);
    const app = await buildApp(store, registry, outside, options);
    const url = await listenOn(app, options.port, host);
    return serving({ app, url, store, registry, outside });
  } catch (fault) {
    await store.close();
    throw fault;
  }
}

/** @throws StartFault when the database does not answer; the message has its host but not its password */
async function requireDatabase({ db, engine }: Store): Promise<void> {
  try {
    await sql`SELECT 1`.execute(db);
  } catch (fault) {
    if (engine === 'pglite') throw fault;
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new StartFault(`连不上 DATABASE_URL 指定的数据库:${reason}`, { cause: fault });
  }
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
  if (options.seed === 'none') return;
  await seedWhenEmpty(db, { now: clock(), files: uploadsOf(options), ...options.seedSizes }, report);
}

async function buildApp(
  store: Store,
  registry: Registry,
  outside: Outside,
  { distDir, trustProxy, checkAnswers = false }: ServeOptions,
): Promise<FastifyInstance> {
  const app = await createApp({
    registry,
    routes: PARTS.routes,
    documents: PARTS.documents,
    db: store.db,
    listen: store.listen,
    ...outside,
    now: clock,
    trustProxy,
    checkAnswers,
    log: true,
    compress: true,
  });
  await hostSite(app, {
    ...(await loadBuiltSite(resolve(distDir))),
    site: registry.site,
    edition: () => editionOf(store.db),
    isPriorityPage: priorityPages(registry),
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
}

function serving({ app, url, store, registry, outside }: Started): Serving {
  const stopScheduler = startScheduler(
    PARTS.jobs,
    { tasks: PARTS.tasks, db: store.db, site: registry.site, ...outside, now: clock },
    (job, fault) =>
      app.log.error({ job, stack: fault instanceof Error ? fault.stack : String(fault) }, 'job'),
  );
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
      await store.close();
    },
  };
}
