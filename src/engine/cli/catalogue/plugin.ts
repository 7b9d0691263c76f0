import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { readProject } from '../project/load-project.ts';
import { PAGE, type Refusals, sourcesOf } from './sources.ts';

/** Shows the catalogue under `/catalogue` while the shop is developed, made of the files as they are at each visit. */
export function catalogue(refusals: Refusals): Plugin {
  return {
    name: 'storewright:catalogue',
    apply: 'serve',
    config: () => ({
      optimizeDeps: { entries: ['src/engine/cli/catalogue/main.tsx'] },
      /* A page that `npm run generate` writes is none of those that are open. */
      server: { watch: { ignored: ['**/.catalogue/**'] } },
    }),
    configureServer(server) {
      server.middlewares.use('/catalogue', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const send = (type: string, text: string) => response.setHeader('content-type', type).end(text);
        const page = async () => {
          const html = await readFile(PAGE, 'utf8');
          send('text/html; charset=utf-8', await server.transformIndexHtml('/catalogue/', html));
        };
        const files = async () =>
          send('application/json', JSON.stringify(sourcesOf((await readProject()).files, refusals)));
        if (request.originalUrl === '/catalogue') response.writeHead(302, { location: '/catalogue/' }).end();
        else if (pathname === '/') void page().then(undefined, next);
        else if (pathname === '/files.json') void files().then(undefined, next);
        else next();
      });
    },
  };
}
