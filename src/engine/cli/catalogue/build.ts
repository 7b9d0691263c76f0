import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { loadProject } from '../project/load-project.ts';
import { blockModules } from '../vite-plugin/blocks.ts';
import { FOLDER, PAGE, type Refusals, sourcesOf } from './sources.ts';

/** Where the static pages go when nothing else is said. */
export const CATALOGUE = '.catalogue';

/** Writes the catalogue as static pages: any web server can serve the folder, under any address. */
export async function buildCatalogue(folder: string, refusals: Refusals): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: FOLDER,
    base: './',
    publicDir: false,
    plugins: [react(), blockModules()],
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: PAGE, checks: { pluginTimings: false } },
    },
  });
  await writeFile(join(folder, 'files.json'), JSON.stringify(await sourcesOf(await loadProject(), refusals)));
}
