import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin } from 'vite';
import type { Registry } from '#engine/generated/schemas.ts';
import type { BuiltSite } from '#engine/host/built-site.ts';
import { endProcess } from '#engine/host/process/end.ts';
import { requireFreePort } from '#engine/host/process/port.ts';
import { generateEditor } from '../generate/generate.ts';
import type { Language } from '../language.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { seconds } from '../run.ts';
import { createAnswerInspector } from '../vite-plugin/answer-faults.ts';
import { storewright } from '../vite-plugin/plugin.ts';
import { type Adjust, createProject } from '../vite-plugin/project.ts';
import { createCurrentShop, type DevelopedApi } from './developed-shop.ts';
import { noSite, sourceSite } from './source-site.ts';
import { studioOf } from './studio-of.ts';

export interface DevelopSettings {
  port: number;
  /** Of what is reported; the site's when left out. */
  lang?: Language | undefined;
  api: DevelopedApi;
  /** Writes types and editor schemas. */
  generate: () => Promise<void>;
  plugins?: Plugin[];
  /** Changes each compiled config before it is served. */
  adjust?: Adjust;
  /** A fault at the start that ends it, since its operator can mend it. */
  endsStart: (fault: unknown) => boolean;
  report: (line: string) => void;
}

/** ms that a stop may take before the process ends all the same. */
const GRACE = 5000;

/** ms after a save until the editors' schemas are written again. */
const EDITOR_AFTER = 1000;

const WORDS = {
  zh: {
    errors: '配置还有错误',
    ready: (took: string, url: string) => `开发站点已就绪(${took}):${url}`,
    faulty: '配置还有错误，每个页面上都会显示；改好并保存即可。',
  },
  en: {
    errors: 'the config still has errors',
    ready: (took: string, url: string) => `The development site is ready (${took}): ${url}`,
    faulty: 'The config still has errors: every page shows them. Mend and save.',
  },
};

/** As long as no config has been without errors: no page and no call is there. */
function withoutShop(request: IncomingMessage, response: ServerResponse, lang: Language): void {
  const path = request.url ?? '/';
  const [status, type, text] =
    path === '/healthz'
      ? [200, 'application/json', '{"status":"ok"}']
      : path.startsWith('/api/')
        ? [503, 'application/json', JSON.stringify({ code: 503, message: WORDS[lang].errors, data: null })]
        : [503, 'text/html', noSite(lang)];
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(text);
}

/** The shop from its sources, with the way to its API, in one process and on one port. */
export async function develop({
  port,
  lang,
  api,
  generate,
  plugins = [],
  adjust,
  endsStart,
  report,
}: DevelopSettings): Promise<void> {
  const started = performance.now();
  const host = await requireFreePort(port);
  const project = createProject(shopFolders().config, { adjust, lang });
  const { registry: first } = await project.renew();
  if (first) await generate();

  const inspector = createAnswerInspector(project);
  const shop = createCurrentShop(api);
  /* A save may come before it is there. */
  const site = Promise.withResolvers<BuiltSite>();
  const server = createHttpServer();
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
    plugins: [
      react(),
      storewright({ project, onChange, inspector }),
      studioOf(shopFolders().config, project.compile),
      ...plugins,
    ],
  });
  site.resolve(sourceSite(vite, project.language, inspector.inspect));

  let editorTimer: NodeJS.Timeout | undefined;
  /** What editors know takes a second to gather: it follows the page, once for saves in quick succession. */
  function renewEditor(): void {
    clearTimeout(editorTimer);
    editorTimer = setTimeout(() => void generateEditor().catch(console.error), EDITOR_AFTER);
  }

  async function onChange(next: Registry, paths: readonly string[]): Promise<void> {
    if (shop.server() === null || paths.some((path) => /[\\/](?:api|schemas)[\\/]/.test(path)))
      await generate();
    else renewEditor();
    await shop.renew(next, await site.promise);
  }

  if (first) {
    await shop.renew(first, await site.promise).catch((fault: unknown) => {
      if (endsStart(fault)) throw fault;
      /* Shown over every page once one is open: see `watchConfig`. */
      console.error(fault);
    });
  }
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => {
      const current = shop.server();
      if (current) current.serve(request, response);
      else withoutShop(request, response, project.language());
    }),
  );
  server.listen(port, host, () => {
    const { ready, faulty } = WORDS[project.language()];
    const lines = [ready(seconds(started), `http://localhost:${port}`), ...(shop.server() ? [] : [faulty])];
    report(`\n${lines.join('\n')}`);
  });

  async function stop(): Promise<void> {
    const grace = setTimeout(() => process.exit(1), GRACE).unref();
    clearTimeout(editorTimer);
    server.closeAllConnections();
    await Promise.all([vite.close(), shop.server()?.close()]);
    await api.close();
    clearTimeout(grace);
    endProcess(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
