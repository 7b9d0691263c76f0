import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { loadProject } from '../load-project.ts';

/** Writes the catalogue as static pages: any web server can serve the folder, under any address. */
export async function buildCatalogue(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    publicDir: false,
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: 'tools/catalogue/index.html', checks: { pluginTimings: false } },
    },
  });
  /* Vite puts the page where its source is. */
  const page = await readFile(join(folder, 'tools/catalogue/index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), page.replaceAll('../../assets/', './assets/'));
  await rm(join(folder, 'tools'), { recursive: true });
  await writeFile(join(folder, 'files.json'), JSON.stringify(Object.fromEntries(await loadProject())));
}
