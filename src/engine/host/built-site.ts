import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Registry } from '#engine/generated/schemas.ts';
import type { ShareAnswer } from '#engine/runtime/client.ts';
import type { AnswerPageCall } from '#engine/runtime/in-process.ts';
import { StartFault } from './process/start-fault.ts';

/** The rendered answer to one request. */
export interface Rendered {
  status: number;
  /** Where to go instead, for a redirect. */
  location?: string;
  /** The page's name in the registry; none for what is no page. */
  page?: string;
  /** UTF-8; empty when there is none. */
  html: Buffer;
  /** Style sheets that stand inside it. */
  inlineStyles?: readonly string[];
}

/** What the built site needs from its host. */
export interface RenderHost {
  /** Reaches the API in this process, as the visitor. */
  answer: AnswerPageCall;
  /** Keeps answers of calls that are the same for every reader; none are kept when left out. */
  shareAnswer?: ShareAnswer;
  /** Resolves when a page whose data is there may be rendered; at once when left out. */
  nextTurn?: () => Promise<void>;
  /** Seconds since 1970. */
  now: () => number;
  /** Vite's manifest of the client build. */
  manifest: unknown;
  /** Said above every page, that it is a demo for example; folded, its label is left. */
  standingNotice?: { label: string; text: string } | undefined;
  /** The page is written into a file for whoever reads it. */
  isFile?: boolean;
  /** Sees the data of every call that succeeds; given while a shop is made. */
  inspect?: (call: string, data: unknown) => void;
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

/** A built site, with what it takes to be written as files. */
export interface LoadedSite extends BuiltSite {
  /** A document that the browser fills by itself, whatever its address. */
  shell: (manifest: unknown) => Pick<Rendered, 'html' | 'inlineStyles'>;
}

/**
 * The registry that the build left in `distDir`.
 * @throws StartFault when there is none
 */
export async function readRegistry(distDir: string): Promise<Registry> {
  const path = join(distDir, 'registry.json');
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Registry;
  } catch (fault) {
    throw new StartFault(
      `没有可用的构建(${path})。请先运行 npm run build,或用 DIST_DIR 指定它的位置。 / there is no build (${path}): run npm run build, or set DIST_DIR to where it is`,
      { cause: fault },
    );
  }
}

/** Loads what the build left in `distDir`. */
export async function loadBuiltSite(distDir: string): Promise<LoadedSite> {
  // React decides by this, while it is loaded, whether it is the quick one or the one that explains mistakes.
  process.env['NODE_ENV'] ??= 'production';
  const entry = pathToFileURL(resolve(distDir, 'server/entry-server.js')).href;
  const built = (await import(entry)) as Pick<LoadedSite, 'render' | 'shell' | 'inlineScripts'>;
  const { render, shell, inlineScripts } = built;
  const clientFolder = resolve(distDir, 'client');
  const manifest: unknown = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'));
  return { render, shell, inlineScripts, manifest, clientFolder };
}
