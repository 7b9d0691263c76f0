import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry, Route, SiteConfig } from '#engine/generated/schemas.ts';
import { escapeHtml } from '#engine/runtime/escape-html.ts';
import { VISITOR } from '#engine/runtime/roles.ts';

/** The token `color-brand` of src/engine/ui/tokens.css, for a site that does not override it. */
const BRAND = '#374881';

/** The seal of the brand mark: the first two characters of the name, one above the other. */
function icon({ title, theme }: SiteConfig): string {
  const colour = theme?.['color-brand'] ?? BRAND;
  const characters = Array.from(title).slice(0, 2);
  const size = 230 - 30 * (characters.length - 1);
  const first = 256 - (characters.length - 1) * 100;
  const texts = characters.map(
    (character, index) =>
      `<text x="256" y="${first + index * 200}" dy=".36em" text-anchor="middle">${escapeHtml(character)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="72" fill="${escapeHtml(colour)}"/><g fill="#fff" font-family="Songti SC,STSong,SimSun,serif" font-weight="700" font-size="${size}">${texts.join('')}</g></svg>`;
}

/** Pictures that a shop may have in `config/icons`: devices show them where they cannot draw the SVG. */
const PICTURES: Readonly<Record<string, { type: string; sizes?: string; purpose?: string }>> = {
  'favicon.ico': { type: 'image/x-icon' },
  'apple-touch-icon.png': { type: 'image/png' },
  'icon-192.png': { type: 'image/png', sizes: '192x192', purpose: 'any' },
  'icon-512.png': { type: 'image/png', sizes: '512x512', purpose: 'any' },
  'maskable-512.png': { type: 'image/png', sizes: '512x512', purpose: 'maskable' },
};

/** Name -> content of those that are there. */
async function readPictures(configDir: string): Promise<Map<string, Uint8Array>> {
  const found = await Promise.all(
    Object.keys(PICTURES).map(async (name) => {
      const bytes = await readFile(join(configDir, 'icons', name)).catch(() => null);
      return bytes === null ? [] : [[name, bytes] as const];
    }),
  );
  return new Map(found.flat());
}

/** What a desktop needs to keep the shop as an application of its own. */
function manifest(
  { title, description, locale, theme, pages, shortcuts }: SiteConfig,
  pictures: Iterable<string>,
): string {
  const drawn = [...pictures].flatMap((name) => {
    const { type, sizes, purpose } = PICTURES[name] ?? {};
    return sizes === undefined ? [] : [{ src: `/${name}`, sizes, type, purpose }];
  });
  return JSON.stringify({
    name: title,
    short_name: title,
    ...(description !== undefined && { description }),
    lang: locale,
    id: pages.home,
    start_url: pages.home,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: theme?.['color-brand'] ?? BRAND,
    ...(shortcuts && { shortcuts: shortcuts.map(({ name, to }) => ({ name, url: to })) }),
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...drawn],
  });
}

/** Where pages begin that only members see; nothing is there for a search engine. */
function* closedPaths(routes: readonly Route[], within: Route['access'] = VISITOR): Generator<string> {
  for (const { path, alias, access, children } of routes) {
    const strictest = access === VISITOR ? within : access;
    if (strictest !== VISITOR) for (const one of [path ?? [], alias].flat()) yield one.replace(/:.*$/, '');
    yield* closedPaths(children, strictest);
  }
}

function robots({ site, routes }: Registry): string {
  const paths = [...new Set(['/api/', ...closedPaths(routes)])].filter((path) => path !== '/').toSorted();
  /* What begins like another is closed with it. */
  const closed = paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
  const rows = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)];
  return `# ${site.title}\n${rows.join('\n')}\n`;
}

export interface SiteFile {
  type: string;
  content: string | Uint8Array;
}

/** Files beside the pages that are made of the site's name, colour and pages, and its pictures: address -> file. */
export async function siteFiles(registry: Registry, configDir: string): Promise<Map<string, SiteFile>> {
  const pictures = await readPictures(configDir);
  const { site } = registry;
  return new Map<string, SiteFile>([
    [
      '/manifest.webmanifest',
      { type: 'application/manifest+json; charset=utf-8', content: manifest(site, pictures.keys()) },
    ],
    ['/icon.svg', { type: 'image/svg+xml; charset=utf-8', content: icon(site) }],
    ['/robots.txt', { type: 'text/plain; charset=utf-8', content: robots(registry) }],
    ...[...pictures].map(
      ([name, content]) => [`/${name}`, { type: PICTURES[name]?.type ?? '', content }] as const,
    ),
  ]);
}
