import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { PageWeight } from '#engine/compiler/budget/weight.ts';
import type { Registry, Route } from '#engine/generated/schemas.ts';
import { type AnswerPageCall, answerByFetch } from '#engine/runtime/in-process.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import type { BuiltSite } from '../build/sizes.ts';
import { type Api, offlineApi } from './api.ts';
import { type Leaf, leavesOf, momentOf, sampleOf } from './leaves.ts';
import { linksIn, picturesIn, targetFor } from './parts.ts';

interface Rendering extends BuiltSite {
  render: (
    request: Request,
    host: {
      answer: AnswerPageCall;
      now: () => number;
      manifest: unknown;
      onError: () => void;
    },
  ) => Promise<{ html: Buffer; location?: string }>;
}

interface Built {
  site: Rendering;
  manifest: unknown;
  registry: Registry;
  /** Bytes of one file as transferred; cached. */
  bytes: (file: string) => Promise<number>;
}

/** Pictures and fonts are compressed already. */
const isCompressed = (file: string) => /\.(?:png|jpe?g|webp|avif|gif|woff2)$/.test(file);

const transferSize = (file: string, bytes: Uint8Array) =>
  isCompressed(file) ? bytes.length : gzipSync(bytes, { level: 9 }).length;

/** Reads the build output in `distDir`; a file that is not there is requested from the shop. */
async function readBuilt(distDir: string, api: Api | undefined): Promise<Built> {
  const client = join(distDir, 'client');
  const registry = JSON.parse(await readFile(join(distDir, 'registry.json'), 'utf8')) as Registry;
  const { gated = VISITOR } = registry.site;
  const known = new Map<string, Promise<number>>();
  const weigh = async (file: string) => {
    const own = await readFile(join(client, file)).catch(() => undefined);
    if (own !== undefined) return transferSize(file, own);
    const answer = await api?.fetch(gated, new Request(new URL(file, 'http://shop')));
    return answer?.ok ? transferSize(file, new Uint8Array(await answer.arrayBuffer())) : 0;
  };
  return {
    site: (await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)) as Rendering,
    manifest: JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')),
    registry,
    bytes(file) {
      const weight = known.get(file) ?? weigh(file);
      known.set(file, weight);
      return weight;
    },
  };
}

/**
 * Weighs the first view of every page that can be opened, as built in `distDir`, at a moment at which it is open. With the
 * API of a running shop pages have their data and pictures; without it they have none.
 * @returns page name -> weight
 */
export async function weighPages(distDir: string, api?: Api): Promise<Map<string, PageWeight>> {
  const built = await readBuilt(distDir, api);
  const { registry } = built;
  const answering = api ?? offlineApi(registry);
  const weights = new Map<string, PageWeight>();
  const links = new Set<string>();
  // Pages with parameters come last: the links of the others provide addresses that exist.
  const leaves = [...leavesOf(registry.routes, registry.site)];
  const hasParams = ({ pattern }: Leaf) => pattern.includes(':');
  for (const leaf of leaves.toSorted((a, b) => Number(hasParams(a)) - Number(hasParams(b)))) {
    const address = targetFor(leaf.pattern, links) ?? sampleOf(leaf.pattern);
    const shown = await show(built, leaf, address, answering);
    for (const link of linksIn(shown.html)) links.add(link);
    weights.set(leaf.route.name, await weigh(built, leaf, address, shown, api !== undefined));
  }
  return new Map(
    leaves.flatMap(({ route }) => {
      const weight = weights.get(route.name);
      return weight === undefined ? [] : [[route.name, weight] as const];
    }),
  );
}

interface Shown {
  html: string;
  /** Number of different calls that were made. */
  requests: number;
}

/** Renders the page as a server would for a reader who may open it, at a moment at which it is open. */
async function show({ site, manifest }: Built, leaf: Leaf, address: string, api: Api): Promise<Shown> {
  const now = momentOf([...leaf.chain, leaf.route], Date.now() / 1000);
  const requests = new Set<string>();
  const rendered = await site.render(new Request(new URL(address, 'http://shop')), {
    now: () => now,
    manifest,
    onError: () => {},
    answer: answerByFetch((request) => {
      requests.add(`${request.method} ${request.url}`);
      return api.fetch(leaf.access, request);
    }),
  });
  return { html: rendered.html.toString(), requests: requests.size };
}

async function weigh(
  { site, manifest, registry, bytes }: Built,
  { route, chain }: Leaf,
  address: string,
  { html, requests }: Shown,
  isWhole: boolean,
): Promise<PageWeight> {
  const { scripts, preloads, styles, data } = site.assetsAt(address, manifest);
  const sum = async (files: readonly string[]) =>
    (await Promise.all(files.map(bytes))).reduce((total, one) => total + one, 0);
  return {
    scripts: await sum([...scripts, ...preloads]),
    styles: await sum(styles),
    config: await sum(data),
    html: gzipSync(html, { level: 9 }).length,
    images: await sum(picturesIn(html)),
    // Without data it is not known which of the dependent calls would be made.
    calls: isWhole ? requests : declaredCalls(route, chain, registry),
  };
}

/** Number of different calls that the page and its shell declare, and the call of the user. */
function declaredCalls(route: Route, chain: readonly Route[], registry: Registry): number {
  const { meta } = route;
  const { header, footer, toolbar, sideNav, topAd, rightAd, bottomAd } = meta;
  const shells = [header, footer, toolbar, sideNav, topAd, rightAd, bottomAd];
  const entries = [
    ...[...chain, route].map(({ name }) => registry.pages[name]?.data ?? {}),
    ...shells.map((name) => (name === null ? {} : (registry.shells[name]?.data ?? {}))),
  ];
  const different = new Set(
    entries
      .flatMap(Object.values)
      .map(({ call, params, query, body }) => JSON.stringify([call, params, query, body])),
  );
  return different.size + (meta.baseUser ? 1 : 0);
}
