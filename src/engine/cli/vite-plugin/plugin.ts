import type { Plugin, ViteDevServer } from 'vite';
import { everyBlock } from '#engine/compiler/schema/block.ts';
import type { Registry, SiteConfig } from '#engine/generated/schemas.ts';
import { escapeHtml } from '#engine/runtime/escape-html.ts';
import type { AnswerInspector } from './answer-faults.ts';
import { blockManifest } from './block-manifest.ts';
import { blocksCode, findBlocks } from './blocks.ts';
import { type BrowserFiles, browserFiles, current, hashed, publicRegistry } from './browser-files.ts';
import { compileAhead } from './compile-ahead.ts';
import { createHistory } from './history.ts';
import { constants, PREFIX } from './modules.ts';
import { PLUGIN } from './overlay.ts';
import { createProject, type Project } from './project.ts';
import { browserBuild, CLIENT_ENTRY, DEVELOPMENT, SERVER, SERVER_ENTRY, WORKER_ENTRY } from './settings.ts';
import { type SiteFile, siteFiles } from './site-files.ts';
import { type OnChange, watchConfig } from './watch.ts';

export interface StorewrightOptions {
  /** Shared with whoever else compiles in this process; made from CONFIG_DIR when absent. */
  project?: Project;
  /** Folder of the config; CONFIG_DIR when absent. */
  configDir?: string;
  /** Called in development with each new registry and the changed files. */
  onChange?: OnChange;
  /** Given in development, with what the server has asked as well. */
  inspector?: AnswerInspector;
}

/** Serves the compiled config as `virtual:storewright/…`, and in development renews the open page when it changes. */
export function storewright(options: StorewrightOptions = {}): Plugin[] {
  const configDir = options.configDir ?? process.env['CONFIG_DIR'] ?? 'config';
  const project = options.project ?? createProject(configDir);
  const history = createHistory();
  let development = false;

  /** Needed for each request in development, and costly: computed once per registry. */
  const made = new WeakMap<Registry, BrowserFiles>();
  async function files(): Promise<BrowserFiles> {
    const registry = await project.registry();
    const known = made.get(registry) ?? browserFiles(registry, development ? current : hashed);
    made.set(registry, known);
    return known;
  }

  async function code(path: string): Promise<string | undefined> {
    if (path === 'client') return `import ${JSON.stringify(CLIENT_ENTRY)};`;
    if (path === 'server-entry') return `export * from ${JSON.stringify(SERVER_ENTRY)};`;
    if (path === 'edition') return constants({ edition: history.edition() });
    const registry = await project.registry();
    const common = commonTypes(registry);
    const modules = [...(await findBlocks())];
    if (path === 'blocks') {
      const placed = placedTypes(registry);
      return blocksCode(new Map(modules.filter(([type]) => development || placed.has(type))));
    }
    if (path === 'common-blocks')
      return blocksCode(new Map(modules.filter(([type]) => common.includes(type))));
    const { registry: registryFile, shop: shopFile, pages: pageFiles } = await files();
    if (path === 'offline') return constants(offlineSettings(registry.site));
    if (path === 'browser') return constants({ registryFile });
    const { pages, shells } = registry;
    if (path === 'server')
      return constants({
        registry: publicRegistry(registry),
        pages,
        shells,
        // A page that is being made may move to the staff's and back without a new document.
        shopFile: development ? registryFile : shopFile,
        registryFile,
        pageFiles,
        commonTypes: common,
      });
    return undefined;
  }

  const config: Plugin = {
    name: PLUGIN,
    async config(_, { command, isSsrBuild = false }) {
      if (command === 'serve') return DEVELOPMENT;
      return isSsrBuild ? SERVER : browserBuild(commonTypes(await project.registry()));
    },
    configResolved(config) {
      development = config.command === 'serve';
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? code(id.slice(PREFIX.length + 1)) : undefined),
    buildStart() {
      if (development || this.environment.config.consumer !== 'client') return;
      this.emitFile({ type: 'chunk', id: WORKER_ENTRY, fileName: 'sw.js' });
    },
    async generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      const { texts } = await files();
      for (const [url, source] of texts) this.emitFile({ type: 'asset', fileName: url.slice(1), source });
      for (const [url, { content }] of await siteFiles(await project.registry(), configDir))
        this.emitFile({ type: 'asset', fileName: url.slice(1), source: content });
    },
    configureServer(server) {
      serveFiles(server, async (url) => {
        if (project.current() === null) return undefined;
        const text = (await files()).texts.get(url);
        if (text !== undefined) return { type: 'application/json', content: text };
        return (await siteFiles(await project.registry(), configDir)).get(url);
      });
      watchConfig(server, {
        project,
        history,
        configDir,
        onChange: options.onChange,
        inspector: options.inspector,
      });
    },
  };
  return [config, blockManifest(), compileAhead()];
}

/** What the service worker says by itself, where no page can be had: as HTML, since it shares no code with the pages. */
function offlineSettings({ title, locale, timeZone, texts, pages }: SiteConfig): Record<string, unknown> {
  const escaped = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, escapeHtml(String(text))]),
  );
  return {
    settings: { title: escapeHtml(title), locale, timeZone, home: escapeHtml(pages.home), texts: escaped },
  };
}

/** Block types with a component that nearly every visit needs: those of the home page and of what stands around it. */
function commonTypes({ shells, routes, pages, site }: Registry): string[] {
  const home = routes.find(({ path }) => path === site.pages.home);
  const around = Object.values(home?.meta ?? {}).flatMap((name) => shells[String(name)]?.types ?? []);
  return [...new Set([...around, ...(pages[home?.name ?? '']?.types ?? [])])];
}

/** Every type that a page or shell places. A built site needs no other, and what only another shares is no shared code. */
function placedTypes({ pages, shells }: Registry): Set<string> {
  const bodies = [...Object.values(pages), ...Object.values(shells)];
  return new Set(bodies.flatMap(({ blocks }) => [...everyBlock(blocks)].map(({ block }) => block)));
}

/** Handles the addresses that `find` knows, and passes the others on. */
function serveFiles(server: ViteDevServer, find: (url: string) => Promise<SiteFile | undefined>): void {
  server.middlewares.use((request, response, next) => {
    const answer = (file: SiteFile | undefined) =>
      file ? void response.setHeader('content-type', file.type).end(file.content) : next();
    find(request.url ?? '').then(answer, next);
  });
}
