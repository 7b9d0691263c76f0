import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build as viteBuild } from 'vite';

const SOURCE = 'tools/bench/browser/handwritten';

/** Where the browser finds the built files. */
export const ASSETS = '/handwritten/';

/** What a server needs to answer the pages: `server/entry-server.js`, the files in `client/`, and their addresses. */
export interface HandwrittenFiles {
  script: string;
  styles: string[];
}

type Manifest = Record<string, { file: string; css?: string[] }>;

/** Builds the pages that are written by hand into a folder, as Vite builds by itself. */
export async function buildHandwritten(folder: string): Promise<void> {
  const half = (name: 'client' | 'server') =>
    viteBuild({
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      base: ASSETS,
      plugins: [react()],
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        outDir: join(folder, name),
        emptyOutDir: true,
        manifest: 'manifest.json',
        ssr: name === 'server',
        rolldownOptions: { input: join(SOURCE, `entry-${name}.tsx`) },
      },
    });
  await half('client');
  await half('server');
  const manifest = JSON.parse(await readFile(join(folder, 'client/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ file }) => file.endsWith('.js'));
  if (!entry) throw new Error('the pages that are written by hand have no script');
  const files: HandwrittenFiles = {
    script: ASSETS + entry.file,
    styles: (entry.css ?? []).map((file) => ASSETS + file),
  };
  await writeFile(join(folder, 'files.json'), JSON.stringify(files));
}
