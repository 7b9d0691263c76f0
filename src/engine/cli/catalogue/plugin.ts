import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { languageOf } from '../language.ts';
import { readProject } from '../project/load-project.ts';
import { IS_SOURCE, shopFolders } from '../project/shop-folders.ts';
import { pageIn } from './page.ts';
import { FOLDER, PAGE, type Refusals, sourcesOf } from './sources.ts';

/** Where the page's scripts begin. */
const MAIN = `${FOLDER}/main.${IS_SOURCE ? 'tsx' : 'js'}`;

/** Shows the catalogue under `/catalogue` while the shop is developed, made of the files as they are at each visit. */
export function catalogue(refusals: Refusals): Plugin {
  return {
    name: 'storewright:catalogue',
    apply: 'serve',
    config: () => ({
      optimizeDeps: { entries: [MAIN] },
      /* A page that `npm run generate` writes is none of those that are open. */
      server: { watch: { ignored: ['**/.catalogue/**'] } },
    }),
    configureServer(server) {
      server.middlewares.use('/catalogue', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const send = (type: string, text: string) => response.setHeader('content-type', type).end(text);
        const page = async () => {
          const html = (await readFile(PAGE, 'utf8')).replace(/\.\/main\.\w+/, `/@fs${MAIN}`);
          const lang = await languageOf(shopFolders().config);
          send(
            'text/html; charset=utf-8',
            await server.transformIndexHtml('/catalogue/', pageIn(html, lang)),
          );
        };
        const files = async () =>
          send('application/json', JSON.stringify(await sourcesOf((await readProject()).files, refusals)));
        if (request.originalUrl === '/catalogue') response.writeHead(302, { location: '/catalogue/' }).end();
        else if (pathname === '/') void page().then(undefined, next);
        else if (pathname === '/files.json') void files().then(undefined, next);
        else next();
      });
    },
  };
}
