import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { catalogue } from '#engine/cli/catalogue/plugin.ts';
import { generateEditor } from '#engine/cli/generate/generate.ts';
import { LoadError } from '#engine/cli/project/load-project.ts';
import { seconds } from '#engine/cli/run.ts';
import { storewright } from '#engine/cli/vite-plugin/plugin.ts';
import { createProject } from '#engine/cli/vite-plugin/project.ts';
import type { Registry as CompiledRegistry } from '#engine/generated/schemas.ts';
import type { Registry } from '#generated/schemas.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { bindPages } from '#server/kernel/pages/page-link.ts';
import { REFUSALS } from '#server/kernel/result/refusals.ts';
import { isStartFault, optionsFromEnvironment } from '#server/main.ts';
import { uploadsOf } from '#server/process/outside.ts';
import { requireFreePort } from '#server/process/port.ts';
import { seedWhenEmpty } from '#server/process/seed-when-empty.ts';
import { generateAll } from '../generate.ts';
import { openShop, type Shop, serverFacts } from './shop.ts';
import { NO_SITE, sourceSite } from './site.ts';

/** ms that a stop may take before the process ends all the same. */
const GRACE = 5000;

/** ms after a save until the editors' schemas are written again. */
const EDITOR_AFTER = 1000;

const started = performance.now();
const report = (line: string) => console.log(line);

/** As long as no config has been without errors: no page and no call is there. */
function withoutShop(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/';
  const [status, type, text] =
    path === '/healthz'
      ? [200, 'application/json', '{"status":"ok"}']
      : path.startsWith('/api/')
        ? [503, 'application/json', JSON.stringify({ code: 503, message: '配置还有错误', data: null })]
        : [503, 'text/html', NO_SITE];
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(text);
}

/** `npm run dev`: the site from its sources beside the API, in one process and on one port. */
async function start(): Promise<void> {
  const options = optionsFromEnvironment(process.env);
  const host = await requireFreePort(options.port);
  const project = createProject(process.env['CONFIG_DIR'] ?? 'config');
  const { registry: first } = await project.renew();
  if (first) await generateAll();

  const store = await openStore(
    options.databaseUrl ? { url: options.databaseUrl } : { folder: resolve(options.dataDir) },
  );
  await migrate(store.db);
  /* Its messages link to pages, so that it needs a config without errors. */
  async function seed(): Promise<void> {
    if (options.seed === 'none') return;
    const now = Math.floor(Date.now() / 1000);
    await seedWhenEmpty(store.db, { now, files: uploadsOf(options), ...options.seedSizes }, report);
  }

  const server = createHttpServer();
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
    plugins: [react(), storewright({ project, onChange }), catalogue(REFUSALS)],
  });
  const site = await sourceSite(vite);
  let shop: { facts: string; server: Shop } | null = null;

  async function replaceShop(compiled: CompiledRegistry): Promise<void> {
    const before = shop;
    /* The compiler has held the site's own parts against the schemas that these types are made of. */
    const registry = compiled as Registry;
    const facts = serverFacts(registry);
    if (facts === before?.facts) return;
    bindPages(registry.routes);
    if (!before) await seed();
    shop = { facts, server: await openShop(registry, { store, site, options }) };
    await before?.server.close();
  }

  let editorTimer: NodeJS.Timeout | undefined;
  /** What editors know takes a second to gather: it follows the page, once for saves in quick succession. */
  function renewEditor(): void {
    clearTimeout(editorTimer);
    editorTimer = setTimeout(() => void generateEditor().catch(console.error), EDITOR_AFTER);
  }

  async function onChange(next: CompiledRegistry, paths: readonly string[]): Promise<void> {
    if (shop === null || paths.some((path) => /[\\/](?:api|schemas)[\\/]/.test(path))) await generateAll();
    else renewEditor();
    await replaceShop(next);
  }

  if (first) {
    await replaceShop(first).catch((fault: unknown) => {
      if (isStartFault(fault)) throw fault;
      /* Shown over every page once one is open: see `watchConfig`. */
      console.error(fault);
    });
  }
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () =>
      shop ? shop.server.serve(request, response) : withoutShop(request, response),
    ),
  );
  server.listen(options.port, host, () =>
    report(
      `\n开发站点已就绪(${seconds(started)}):http://localhost:${options.port}${shop ? '' : '\n配置还有错误，每个页面上都会显示；改好并保存即可。'}`,
    ),
  );

  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), GRACE).unref();
    server.closeAllConnections();
    await Promise.all([vite.close(), shop?.server.close()]);
    await store.close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

try {
  await start();
} catch (fault) {
  console.error(isStartFault(fault) || fault instanceof LoadError ? fault.message : fault);
  process.exit(1);
}
