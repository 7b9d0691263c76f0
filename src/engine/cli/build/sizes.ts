import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The exports of the server bundle that describe a page. */
export interface BuiltSite {
  assetsAt: (
    path: string,
    manifest: unknown,
  ) => { scripts: string[]; preloads: string[]; data: string[]; styles: string[] };
}

/** Bytes after gzip that the first view of an address loads. */
export interface PageSize {
  scripts: number;
  styles: number;
  /** The compiled config, as JSON. */
  data: number;
  files: number;
}

/** Measures what a page of the built site loads. */
export async function sizeOf(distDir: string, path: string): Promise<PageSize> {
  const client = join(distDir, 'client');
  const entry = pathToFileURL(join(distDir, 'server/entry-server.js')).href;
  const { assetsAt } = (await import(entry)) as BuiltSite;
  const manifest: unknown = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const { scripts, preloads, data, styles } = assetsAt(path, manifest);
  const weigh = async (files: readonly string[]) => {
    const texts = await Promise.all(files.map((file) => readFile(join(client, file))));
    return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  };
  const modules = [...scripts, ...preloads];
  return {
    scripts: await weigh(modules),
    styles: await weigh(styles),
    data: await weigh(data),
    files: modules.length + styles.length + data.length,
  };
}
