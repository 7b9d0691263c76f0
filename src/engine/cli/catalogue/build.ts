import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { type Language, languageFor } from '../language.ts';
import { loadProject } from '../project/load-project.ts';
import { blockModules } from '../vite-plugin/blocks.ts';
import { pageIn } from './page.ts';
import { FOLDER, PAGE, type Refusals, sourcesOf } from './sources.ts';

/** Where the static pages go when nothing else is said. */
export const CATALOGUE = '.catalogue';

const pagesIn = (lang: Language): Plugin => ({
  name: 'storewright:catalogue-language',
  transformIndexHtml: { order: 'pre', handler: (html) => pageIn(html, lang) },
});

/** Writes the catalogue as static pages: any web server can serve the folder, under any address. */
export async function buildCatalogue(folder: string, refusals: Refusals): Promise<void> {
  const files = await loadProject();
  await build({
    configFile: false,
    logLevel: 'warn',
    root: FOLDER,
    base: './',
    publicDir: false,
    plugins: [react(), blockModules(), pagesIn(languageFor(files))],
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: PAGE, checks: { pluginTimings: false } },
    },
  });
  await writeFile(join(folder, 'files.json'), JSON.stringify(await sourcesOf(files, refusals)));
}
