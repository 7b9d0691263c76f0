import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { loadProject } from '../project/load-project.ts';
import { blockModules } from '../vite-plugin/blocks.ts';
import { PAGE, type Refusals, sourcesOf } from './sources.ts';

/** Writes the catalogue as static pages: any web server can serve the folder, under any address. */
export async function buildCatalogue(folder: string, refusals: Refusals): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    publicDir: false,
    plugins: [react(), blockModules()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: PAGE, checks: { pluginTimings: false } },
    },
  });
  /* Vite puts the page where its source is. */
  const page = await readFile(join(folder, PAGE), 'utf8');
  await writeFile(join(folder, 'index.html'), page.replaceAll(/(?:\.\.\/)+assets\//g, './assets/'));
  await rm(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'files.json'), JSON.stringify(sourcesOf(await loadProject(), refusals)));
}
