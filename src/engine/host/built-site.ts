import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The rendered answer to one request. */
export interface Rendered {
  status: number;
  /** Where to go instead, for a redirect. */
  location?: string;
  html: string;
}

/** What the built site needs from its host. */
export interface RenderHost {
  /** Reaches the API in this process, as the visitor. */
  fetch: (request: Request) => Promise<Response>;
  /** Seconds since 1970. */
  now: () => number;
  /** Vite's manifest of the client build. */
  manifest: unknown;
  /** Receives the error of a block that crashed while it was rendered; logged when absent. */
  onError?: (error: unknown) => void;
}

export type Render = (request: Request, host: RenderHost) => Promise<Rendered>;

export interface BuiltSite {
  render: Render;
  manifest: unknown;
  /** Scripts that stand inside every page. */
  inlineScripts: readonly string[];
  /** Folder of what browsers may load. */
  clientFolder: string;
}

/** Loads what the build left in `distDir`. */
export async function loadBuiltSite(distDir: string): Promise<BuiltSite> {
  // React decides by this, while it is loaded, whether it is the quick one or the one that explains mistakes.
  process.env['NODE_ENV'] ??= 'production';
  const entry = pathToFileURL(join(distDir, 'server/entry-server.js')).href;
  const { render, inlineScripts } = (await import(entry)) as Pick<BuiltSite, 'render' | 'inlineScripts'>;
  const clientFolder = join(distDir, 'client');
  const manifest: unknown = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'));
  return { render, inlineScripts, manifest, clientFolder };
}
