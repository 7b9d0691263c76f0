import type { SiteConfig } from '#generated/schemas.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The token `color-brand` of src/ui/tokens.css, for a site that does not override it. */
const BRAND = '#374881';

/** The seal of the brand mark: the first two characters of the name, one above the other. */
function icon({ title, theme }: SiteConfig): string {
  const colour = theme?.['color-brand'] ?? BRAND;
  const characters = Array.from(title).slice(0, 2);
  const size = 230 - 30 * (characters.length - 1);
  const first = 256 - (characters.length - 1) * 100;
  const texts = characters.map(
    (character, index) =>
      `<text x="256" y="${first + index * 200}" dy=".36em" text-anchor="middle">${escape(character)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="72" fill="${escape(colour)}"/><g fill="#fff" font-family="Songti SC,STSong,SimSun,serif" font-weight="700" font-size="${size}">${texts.join('')}</g></svg>`;
}

/** What a desktop needs to keep the shop as an application of its own (添加到桌面). */
function manifest({ title, description, theme, pages }: SiteConfig): string {
  return JSON.stringify({
    name: title,
    short_name: title,
    ...(description !== undefined && { description }),
    lang: 'zh-CN',
    id: pages.home,
    start_url: pages.home,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: theme?.['color-brand'] ?? BRAND,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  });
}

/** Files beside the pages that are made of the site's name and colour: address -> type and text. */
export const siteFiles = (site: SiteConfig): ReadonlyMap<string, { type: string; text: string }> =>
  new Map([
    ['/manifest.webmanifest', { type: 'application/manifest+json; charset=utf-8', text: manifest(site) }],
    ['/icon.svg', { type: 'image/svg+xml; charset=utf-8', text: icon(site) }],
  ]);
