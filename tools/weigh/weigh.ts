import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { PageWeight } from '#compiler/budget/weight.ts';
import type { Registry, Route } from '#generated/schemas.ts';
import type { BuiltSite } from '../build/sizes.ts';

interface Rendering extends BuiltSite {
  render: (
    request: Request,
    host: {
      fetch: (request: Request) => Promise<Response>;
      now: () => number;
      manifest: unknown;
      onError: () => void;
    },
  ) => Promise<{ html: string }>;
}

interface Built {
  site: Rendering;
  manifest: unknown;
  registry: Registry;
  /** Bytes of one file after gzip; weighed once. */
  bytes: (file: string) => Promise<number>;
}

/** Reads what the build left in `distDir`. */
async function readBuilt(distDir: string): Promise<Built> {
  const client = join(distDir, 'client');
  const known = new Map<string, Promise<number>>();
  // Pictures and fonts are packed already.
  const weigh = async (file: string) => {
    const bytes = await readFile(join(client, file)).catch(() => new Uint8Array());
    return /\.(?:png|jpe?g|webp|avif|woff2)$/.test(file)
      ? bytes.length
      : gzipSync(bytes, { level: 9 }).length;
  };
  return {
    site: (await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)) as Rendering,
    manifest: JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')),
    registry: JSON.parse(await readFile(join(distDir, 'registry.json'), 'utf8')) as Registry,
    bytes(file) {
      const weight = known.get(file) ?? weigh(file);
      known.set(file, weight);
      return weight;
    },
  };
}

/** Name of each page that can be opened -> what its first view costs, as it was built in `distDir`. */
export async function weighPages(distDir: string): Promise<Map<string, PageWeight>> {
  const built = await readBuilt(distDir);
  const weights = new Map<string, PageWeight>();
  for (const { route, chain } of leaves(built.registry.routes, [])) {
    weights.set(route.name, await weigh(built, route, chain));
  }
  return weights;
}

/** `/list_info/:id?` -> an address that it answers. */
export const sampleOf = (pattern: string): string => pattern.replace(/:[\w-]+\??/g, '1').replace('*', '1');

interface Leaf {
  route: Route;
  chain: readonly Route[];
}

function* leaves(routes: readonly Route[], chain: readonly Route[]): Generator<Leaf> {
  for (const route of routes) {
    if (route.children.length > 0) yield* leaves(route.children, [...chain, route]);
    else if (route.redirect === undefined && (route.path ?? route.alias[0]) !== undefined)
      yield { route, chain };
  }
}

async function weigh(built: Built, route: Route, chain: readonly Route[]): Promise<PageWeight> {
  const { site, manifest, registry, bytes } = built;
  const address = sampleOf(route.path ?? route.alias[0] ?? '/');
  const { scripts, preloads, styles } = site.assetsAt(address, manifest);
  const sum = async (files: readonly string[]) =>
    (await Promise.all(files.map(bytes))).reduce((total, one) => total + one, 0);
  const html = await emptyPage(built, address);
  const pictures = new Set(
    Array.from(html.matchAll(/<img[^>]* src="(\/[^"?]+)"/g), (match) => match[1] ?? ''),
  );
  const { header, footer, toolbar, sideNav, topAd, rightAd, bottomAd } = route.meta;
  const shells = [header, footer, toolbar, sideNav, topAd, rightAd, bottomAd];
  const entries = [
    ...[...chain, route].map(({ data }) => data),
    ...shells.map((name) => (name === null ? {} : (registry.shells[name]?.data ?? {}))),
  ];
  const asked = new Set(
    entries
      .flatMap(Object.values)
      .map(({ call, params, query, body }) => JSON.stringify([call, params, query, body])),
  );
  return {
    scripts: await sum([...scripts, ...preloads]),
    styles: await sum(styles),
    html: gzipSync(html, { level: 9 }).length,
    images: await sum([...pictures]),
    calls: asked.size + (route.meta.baseUser ? 1 : 0),
  };
}

/** The page for somebody who may see everything, from an API that answers nothing else. */
async function emptyPage({ site, manifest, registry }: Built, address: string): Promise<string> {
  const userPath = registry.calls[registry.site.user.call]?.path;
  const reader = { show: true, role: 'staff', is_passed: 1 };
  const { html } = await site.render(new Request(new URL(address, 'http://shop')), {
    now: () => Math.floor(Date.now() / 1000),
    manifest,
    onError: () => {},
    async fetch(request) {
      if (new URL(request.url).pathname !== userPath) throw new Error('no data');
      return Response.json({ code: 200, message: '', data: reader });
    },
  });
  return html;
}
