import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { BuiltSite } from '#server/site/seam.ts';

const ENTRY = '/src/app/entry-server.tsx';

type Entry = Pick<BuiltSite, 'render'>;

/** Addresses of the styles that have been used so far, so that no page shows itself bare before its modules arrive. */
function styles(vite: ViteDevServer): string[] {
  const modules = [...vite.environments.ssr.moduleGraph.idToModuleMap.values()];
  return modules.map(({ url }) => url).filter((url) => url.endsWith('.css'));
}

/** The site as its sources stand at each request. */
export async function sourceSite(vite: ViteDevServer): Promise<BuiltSite> {
  return {
    manifest: null,
    clientFolder: await mkdtemp(join(tmpdir(), 'storewright-')),
    async render(request, host) {
      try {
        const { render } = (await vite.ssrLoadModule(ENTRY)) as Entry;
        return await render(request, { ...host, styles: () => styles(vite) } as typeof host);
      } catch (fault) {
        if (fault instanceof Error) vite.ssrFixStacktrace(fault);
        console.error(fault);
        return { status: 500, html: FALLBACK };
      }
    },
  };
}

/** Lets the browser meet the fault by itself, so that it is shown over the page and goes away when it is mended. */
const FALLBACK = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>出错了</title><div id="root"></div>
<script type="module" src="/@vite/client"></script><script type="module" src="/@id/@vitejs/plugin-react/preamble"></script>
<script type="module" src="/src/app/entry-client.tsx"></script>`;
