import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { INLINE_SCRIPTS } from '#engine/app/document.ts';
import { CLIENT_ENTRY, SERVER_ENTRY } from '#engine/app/entries.ts';
import { PREFIX } from '#engine/cli/vite-plugin/modules.ts';
import { OVERLAY_STYLE } from '#engine/cli/vite-plugin/overlay.ts';
import type { BuiltSite } from '#engine/host/built-site.ts';

const EDITION = `${PREFIX}edition`;

type Entry = Pick<BuiltSite, 'render'>;

/**
 * The styles that have been used so far, so that no page shows itself bare before its modules arrive. The browser's half
 * of Vite takes these elements over by their id.
 */
async function styles(vite: ViteDevServer): Promise<string> {
  const modules = [...vite.environments.ssr.moduleGraph.idToModuleMap.values()];
  const sheets = modules.filter(({ id }) => id?.endsWith('.css'));
  const elements = await Promise.all(
    sheets.map(async ({ id, url }) => {
      const { default: css } = await vite.ssrLoadModule(`${url}?inline`);
      return `<style type="text/css" data-vite-dev-id="${id}">${css}</style>`;
    }),
  );
  return elements.join('');
}

/** The site as its sources stand at each request. */
export async function sourceSite(vite: ViteDevServer): Promise<BuiltSite> {
  return {
    manifest: null,
    inlineScripts: INLINE_SCRIPTS,
    clientFolder: await mkdtemp(join(tmpdir(), 'storewright-')),
    async render(request, host) {
      try {
        /* Read before the page is rendered: the page may be newer than it says, and never older. */
        const { edition } = await vite.ssrLoadModule(EDITION);
        const { render } = (await vite.ssrLoadModule(`/${SERVER_ENTRY}`)) as Entry;
        const rendered = await render(request, host);
        const head = `<meta name="storewright-edition" content="${edition}">${await styles(vite)}${OVERLAY_STYLE}`;
        return { ...rendered, html: rendered.html.replace('</head>', `${head}</head>`) };
      } catch (fault) {
        if (fault instanceof Error) vite.ssrFixStacktrace(fault);
        console.error(fault);
        return { status: 500, html: FALLBACK };
      }
    },
  };
}

/** The beginning of a document over which the overlay shows itself, and goes away when the fault is mended. */
const BARE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>出错了</title>${OVERLAY_STYLE}
<script type="module" src="/@vite/client"></script>`;

/** Lets the browser meet the fault by itself, so that it is shown over the page. */
const FALLBACK = `${BARE}<div id="root"></div><script type="module" src="/@id/@vitejs/plugin-react/preamble"></script>
<script type="module" src="/${CLIENT_ENTRY}"></script>`;

/** Every page, as long as no config has been without errors: nothing but the overlay. */
export const NO_SITE = `${BARE}<p>配置还有错误，改好并保存，站点就会出现。</p>`;
