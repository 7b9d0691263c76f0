import { createServer as createHttpServer } from 'node:http';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import type { Registry } from '#generated/schemas.ts';
import { loadRoutes } from '#server/api/load-routes.ts';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { openStore } from '#server/db/open.ts';
import { loadJobs, startJobs } from '#server/jobs.ts';
import { isStartFault, optionsFromEnvironment } from '#server/main.ts';
import { outsideOf, uploadsOf } from '#server/process/outside.ts';
import { requireFreePort } from '#server/process/port.ts';
import { seedWhenEmpty } from '#server/process/seed-when-empty.ts';
import { hostSite } from '#server/site/host-site.ts';
import { catalogue } from '../catalogue/plugin.ts';
import { generate, generateEditor } from '../generate.ts';
import { LoadError } from '../load-project.ts';
import { seconds } from '../run.ts';
import { createProject, Offended } from '../vite-plugin/project.ts';
import { storewright } from '../vite-plugin.ts';
import { sourceSite } from './site.ts';

const started = performance.now();
const now = () => Math.floor(Date.now() / 1000);
const report = (line: string) => console.log(line);

/** What the API is made of; when a save leaves it alone, so does the reload. */
const apiFacts = ({ contracts, definitions, site, slots, calls }: Registry) =>
  JSON.stringify([contracts, definitions, site, slots, calls]);

/** `npm run dev`: the site from its sources beside the API, in one process and on one port. */
async function start(): Promise<void> {
  const options = optionsFromEnvironment(process.env);
  const host = await requireFreePort(options.port);
  await generate();
  const project = createProject(process.env['CONFIG_DIR'] ?? 'config');
  let registry = await project.registry();

  const store = await openStore(
    options.databaseUrl ? { url: options.databaseUrl } : { folder: resolve(options.dataDir) },
  );
  await migrate(store.db);
  if (options.seed === 'demo') {
    await seedWhenEmpty(store.db, { now: now(), files: uploadsOf(options), ...options.seedSizes }, report);
  }

  const server = createHttpServer();
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
    plugins: [react(), storewright({ project, onChange }), catalogue()],
  });
  const site = await sourceSite(vite);
  const routes = await loadRoutes();
  const outside = await outsideOf(store.db, registry.site, options);

  async function createApi() {
    const app = await createApp({
      registry,
      routes,
      db: store.db,
      listen: store.listen,
      ...outside,
      now,
      checkAnswers: true,
      log: true,
    });
    await hostSite(app, { ...site, site: registry.site, now });
    await app.ready();
    return app;
  }

  let api = await createApi();
  async function onChange(next: Registry, paths: readonly string[]): Promise<void> {
    if (paths.some((path) => /[\\/](?:api|schemas)[\\/]/.test(path))) await generate();
    else await generateEditor();
    const same = apiFacts(next) === apiFacts(registry);
    registry = next;
    if (same) return;
    const before = api;
    api = await createApi();
    await before.close();
  }

  const endJobs = startJobs(
    await loadJobs(),
    { db: store.db, site: registry.site, ...outside, now },
    (job, fault) => console.error(job, fault),
  );
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => api.routing(request, response)),
  );
  server.listen(options.port, host, () =>
    report(`\n开发站点已就绪(${seconds(started)}):http://localhost:${options.port}`),
  );

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await Promise.all([vite.close(), api.close(), endJobs()]);
    await store.close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

try {
  await start();
} catch (fault) {
  const plain = isStartFault(fault) || fault instanceof Offended || fault instanceof LoadError;
  console.error(plain ? fault.message : fault);
  process.exit(1);
}
