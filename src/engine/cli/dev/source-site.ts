import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentModuleNode, ViteDevServer } from 'vite';
import { INLINE_SCRIPTS } from '#engine/app/document.ts';
import { CLIENT_MODULE } from '#engine/app/entries.ts';
import type { BuiltSite, RenderHost } from '#engine/host/built-site.ts';
import type { Language } from '../language.ts';
import { PREFIX } from '../vite-plugin/modules.ts';
import { overlayStyle } from '../vite-plugin/overlay.ts';

const EDITION = `${PREFIX}edition`;
const SERVER_MODULE = `${PREFIX}server-entry`;

type Entry = Pick<BuiltSite, 'render'>;

/** Style sheets in the order in which their modules run, as they stand in a build: what a module imports comes before its own. */
function sheetsOf(modules: Iterable<EnvironmentModuleNode>, seen = new Set<EnvironmentModuleNode>()) {
  const sheets: EnvironmentModuleNode[] = [];
  for (const module of modules) {
    if (seen.has(module)) continue;
    seen.add(module);
    sheets.push(...sheetsOf(module.importedModules, seen));
    if (module.id?.endsWith('.css')) sheets.push(module);
  }
  return sheets;
}

/**
 * The styles that have been used so far, so that no page shows itself bare before its modules arrive. The browser's half
 * of Vite takes these elements over by their id.
 */
async function styles(vite: ViteDevServer): Promise<string> {
  const sheets = sheetsOf(vite.environments.ssr.moduleGraph.idToModuleMap.values());
  const elements = await Promise.all(
    sheets.map(async ({ id, url }) => {
      const { default: css } = await vite.ssrLoadModule(`${url}?inline`);
      return `<style type="text/css" data-vite-dev-id="${id}">${css}</style>`;
    }),
  );
  return elements.join('');
}

/**
 * The site as its sources stand at each request.
 * @param language of what is said of a fault
 * @param inspect sees what the API has answered
 */
export async function sourceSite(
  vite: ViteDevServer,
  language: () => Language,
  inspect?: RenderHost['inspect'],
): Promise<BuiltSite> {
  return {
    manifest: null,
    inlineScripts: INLINE_SCRIPTS,
    clientFolder: await mkdtemp(join(tmpdir(), 'storewright-')),
    async render(request, host) {
      try {
        /* Read before the page is rendered: the page may be newer than it says, and never older. */
        const { edition } = await vite.ssrLoadModule(EDITION);
        const { render } = (await vite.ssrLoadModule(SERVER_MODULE)) as Entry;
        const rendered = await render(request, { ...host, ...(inspect && { inspect }) });
        const head = `<meta name="storewright-edition" content="${edition}">${await styles(vite)}${overlayStyle(language())}`;
        const html = rendered.html.toString().replace('</head>', `${head}</head>`);
        return { ...rendered, html: Buffer.from(html) };
      } catch (fault) {
        if (fault instanceof Error) vite.ssrFixStacktrace(fault);
        console.error(fault);
        return { status: 500, html: Buffer.from(fallback(language())) };
      }
    },
  };
}

/** The beginning of a document over which the overlay shows itself, and goes away when the fault is mended. */
const bare = (lang: Language): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${BROKEN[lang]}</title>${overlayStyle(lang)}
<script type="module" src="/@vite/client"></script>`;

const BROKEN = { zh: '出错了', en: 'Something went wrong' };

/** Lets the browser meet the fault by itself, so that it is shown over the page. */
const fallback = (
  lang: Language,
): string => `${bare(lang)}<div id="root"></div><script type="module" src="/@id/@vitejs/plugin-react/preamble"></script>
<script type="module" src="/@id/${CLIENT_MODULE}"></script>`;

/** Every page, as long as no config has been without errors: nothing but the overlay. */
export const noSite = (lang: Language): string => `${bare(lang)}<p>${MEND[lang]}</p>`;

const MEND = {
  zh: '配置还有错误，改好并保存，站点就会出现。',
  en: 'The config still has errors. Mend and save, and the site appears.',
};
