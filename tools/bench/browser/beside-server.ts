import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { PAGE_QUALITY } from '#engine/host/page-encoding.ts';
import { endProcess } from '#engine/host/process/end.ts';
import type { render as Render } from './handwritten/entry-server.tsx';
import { ASSETS, type HandwrittenFiles } from './handwritten.ts';
import { STATIC, withoutScripts } from './without-scripts.ts';

/**
 * What the shop's pages are measured beside, as a process of its own: the pages that are written by hand, rendered for each
 * request from the data of the shop's API; under `/static` the shop's own pages without scripts, from memory; everything
 * else is passed on to the shop. `SHOP` is its address, `FOLDER` what `buildHandwritten` has built.
 */
const shop = process.env['SHOP'] ?? '';
const folder = process.env['FOLDER'] ?? '';

const compress = promisify(
  (text: string | Buffer, quality: number, done: (fault: Error | null, bytes: Buffer) => void) =>
    brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, done),
);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const { render } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as {
  render: typeof Render;
};
const built = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')) as HandwrittenFiles;

const names = await readdir(join(folder, 'client'), { recursive: true });
const assets = new Map(
  await Promise.all(
    names
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => {
        const text = await readFile(join(folder, 'client', name));
        const bytes = await compress(text, constants.BROTLI_MAX_QUALITY);
        return [ASSETS + name, { type: TYPES[extname(name)] ?? '', bytes }] as const;
      }),
  ),
);

/** Headers that say how a browser has to treat a page. One of them alone has it start a process more. */
const TREATMENT = /policy$|^x-frame-options$/;

interface StaticPage {
  /** As compressed as the shop's own. */
  bytes: Buffer;
  headers: readonly (readonly [name: string, value: string])[];
}

/** By path. */
const pages = new Map<string, StaticPage>();

async function staticPage(path: string, cookie: string): Promise<StaticPage> {
  const kept = pages.get(path);
  if (kept) return kept;
  const response = await fetch(shop + path, { headers: { cookie, accept: 'text/html' } });
  const bytes = await compress(withoutScripts(await response.text()), PAGE_QUALITY);
  const page = { bytes, headers: [...response.headers].filter(([name]) => TREATMENT.test(name)) };
  pages.set(path, page);
  return page;
}

async function ask<T>(path: string, cookie: string): Promise<T> {
  const response = await fetch(shop + path, { headers: { cookie } });
  const { data, message } = (await response.json()) as { data: T; message: string };
  if (!response.ok) throw new Error(`${path}: ${message}`);
  return data;
}

function send(response: ServerResponse, type: string, bytes: Buffer, caching: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.setHeader('content-encoding', 'br');
  response.setHeader('cache-control', caching);
  response.end(bytes);
}

function passOn(incoming: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const outgoing = request(new URL(url, shop), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const cookie = incoming.headers.cookie ?? '';
  const asset = assets.get(url.pathname);
  if (asset) return send(response, asset.type, asset.bytes, 'public, max-age=31536000, immutable');
  if (url.pathname.startsWith(STATIC)) {
    const { bytes, headers } = await staticPage(url.pathname.slice(STATIC.length) + url.search, cookie);
    response.setHeaders(new Map(headers));
    return send(response, 'text/html', bytes, 'no-cache');
  }
  const isPage = incoming.headers.accept?.includes('text/html') === true;
  const html = isPage && (await render((path) => ask(path, cookie), url, built));
  if (!html) return passOn(incoming, response);
  send(response, 'text/html', await compress(html, PAGE_QUALITY), 'no-cache');
}

createServer((incoming, response) => {
  answer(incoming, response).catch((fault: unknown) => {
    console.error(fault);
    response.writeHead(500).end();
  });
}).listen(Number(process.env['PORT']), 'localhost');
process.once('SIGTERM', () => endProcess(0));
