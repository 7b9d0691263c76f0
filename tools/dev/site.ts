import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { INLINE_SCRIPTS } from '#app/document.ts';
import type { BuiltSite } from '#server/site/seam.ts';
import { OVERLAY_STYLE } from '../vite-plugin/overlay.ts';

const ENTRY = '/src/app/entry-server.tsx';

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
        const { render } = (await vite.ssrLoadModule(ENTRY)) as Entry;
        const rendered = await render(request, host);
        return {
          ...rendered,
          html: rendered.html.replace('</head>', `${await styles(vite)}${OVERLAY_STYLE}</head>`),
        };
      } catch (fault) {
        if (fault instanceof Error) vite.ssrFixStacktrace(fault);
        console.error(fault);
        return { status: 500, html: FALLBACK };
      }
    },
  };
}

/** Lets the browser meet the fault by itself, so that it is shown over the page and goes away when it is mended. */
const FALLBACK = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>出错了</title>${OVERLAY_STYLE}<div id="root"></div>
<script type="module" src="/@vite/client"></script><script type="module" src="/@id/@vitejs/plugin-react/preamble"></script>
<script type="module" src="/src/app/entry-client.tsx"></script>`;
