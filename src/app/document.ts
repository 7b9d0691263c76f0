import type { SiteConfig } from '#generated/schemas.ts';

/** What a page needs from the build, as addresses. */
export interface Assets {
  scripts: readonly string[];
  /** Modules that the page will ask for. */
  preloads: readonly string[];
  /** JSON that it will ask for. */
  data: readonly string[];
  styles: readonly string[];
}

export interface Page {
  title: string;
  site: SiteConfig;
  assets: Assets;
  /** Elements for the head that the rendering brought along. */
  hints: string;
  /** Rendered by the server; '' when the browser does it all. */
  body: string;
  /** JSON for the browser, safe inside `<script>`. */
  state: string | null;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The design tokens that the site overrides. What cannot be part of a declaration is left out. */
function themeStyle(theme: SiteConfig['theme']): string {
  const rows = Object.entries(theme ?? {})
    .filter(([name, value]) => /^[\w-]+$/.test(name) && !/[<>{};]/.test(value))
    .map(([name, value]) => `--${name}:${value}`);
  return rows.length > 0 ? `<style>:root{${rows.join(';')}}</style>` : '';
}

/** The first character of the shop's name on its colour: no picture to fetch, and never a missing one. */
function icon({ title, theme }: SiteConfig): string {
  const colour = theme?.['color-brand'] ?? '#374881';
  const text = `<text x="16" y="23" font-size="20" text-anchor="middle" fill="#fff">${escape(title.slice(0, 1))}</text>`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${escape(colour)}"/>${text}</svg>`;
  return `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(picture)}">`;
}

/** A whole HTML document. No script in it but modules and JSON, so that a strict content policy can stand. */
export function htmlDocument({ title, site, assets, hints, body, state }: Page): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(title)}</title>`,
    site.description === undefined ? '' : `<meta name="description" content="${escape(site.description)}">`,
    icon(site),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escape(href)}">`),
    themeStyle(site.theme),
    hints,
    ...assets.scripts.map((src) => `<script type="module" src="${escape(src)}"></script>`),
    ...assets.data.map(
      (href) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escape(href)}">`,
    ),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${escape(href)}">`),
  ];
  const data = state === null ? '' : `<script type="application/json" id="state">${state}</script>`;
  return `<!doctype html><html lang="zh-CN"><head>${head.join('')}</head><body><div id="root">${body}</div>${data}</body></html>`;
}
