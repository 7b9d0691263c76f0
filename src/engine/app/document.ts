import type { SiteConfig } from '#engine/generated/schemas.ts';
import { escapeHtml } from '#engine/runtime/escape-html.ts';
import { APPEARANCE } from './appearance.ts';
import { EARLY } from './early.ts';
import { type Lifted, liftStyles, rulesOf } from './lifted-styles.ts';
import { NOTICE_RULES, noticeBar, type StandingNotice } from './standing-notice.ts';

/** What a page needs from the build, as addresses. */
export interface Assets {
  scripts: readonly string[];
  /** Modules that the page will load. */
  preloads: readonly string[];
  /** JSON that it will load. */
  data: readonly string[];
  styles: readonly string[];
}

export interface Page {
  title: string;
  site: SiteConfig;
  assets: Assets;
  /** Elements for the head that the rendering brought along. */
  hints: string;
  /** Rendered by the server, in parts; none when the browser does it all. */
  body: readonly Lifted[];
  /** Said above the page. */
  notice?: string;
  /** Said above every page for as long as the shop serves. */
  standingNotice?: StandingNotice | undefined;
  /** JSON for the browser, safe inside `<script>`, in parts; UTF-8 where it is no text. */
  state: readonly (string | Buffer)[] | null;
}

/** Tokens that a dark theme has values of its own for. */
const COLOUR = /^(?:color|shadow|indigo|cinnabar|gamboge|verdigris|madder|gypsum)-/;

/** A rule with these tokens; what cannot be part of a declaration is left out. */
function tokenRule(selector: string, tokens: readonly (readonly [name: string, value: string])[]): string {
  const rows = tokens
    .filter(([name, value]) => /^[\w-]+$/.test(name) && !/[<>{};]/.test(value))
    .map(([name, value]) => `--${name}:${value}`);
  return rows.length > 0 ? `${selector}{${rows.join(';')}}` : '';
}

/**
 * The design tokens that the site overrides, wherever the sheet stands that declares them. A colour that was chosen for
 * light pages is none for dark ones.
 */
function themeRules({ theme = {}, darkTheme = {} }: SiteConfig): string {
  const tokens = Object.entries(theme);
  return [
    tokenRule(
      ':root:root:root',
      tokens.filter(([name]) => !COLOUR.test(name)),
    ),
    tokenRule(
      ':root:root:root:not([data-theme=dark])',
      tokens.filter(([name]) => COLOUR.test(name)),
    ),
    tokenRule(':root:root:root[data-theme=dark]', Object.entries(darkTheme)),
  ].join('');
}

const NOTICE =
  'margin:0;padding:4px 16px;background:#7a3b00;color:#fff;font:14px/1.5 sans-serif;text-align:center';

/** The scripts inside every document, for a strict content policy to name: beside them there are modules and JSON only. */
export const INLINE_SCRIPTS: readonly string[] = [APPEARANCE, EARLY];

/**
 * An element for each file that the page works with. They stand at its end: it is there to be read before, and on a slow line
 * what it is seen with would else have to share, as a server need not heed a priority.
 */
const workingParts = ({ scripts, data, preloads }: Assets): string[] => [
  ...scripts.map((src) => `<script type="module" fetchpriority="low" src="${escapeHtml(src)}"></script>`),
  ...data.map(
    (href) =>
      `<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${escapeHtml(href)}">`,
  ),
  ...preloads.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(href)}">`),
];

/** The styles inside a document are for a strict content policy to name, as `INLINE_SCRIPTS`. */
export interface HtmlDocument {
  /** UTF-8. */
  html: Buffer;
  inlineStyles: readonly string[];
}

const toBytes = (part: string | Buffer) => (typeof part === 'string' ? Buffer.from(part) : part);

/** A whole HTML document. */
export function htmlDocument(page: Page): HtmlDocument {
  const { title, site, assets, hints, state, notice, standingNotice } = page;
  const banner =
    notice === undefined
      ? []
      : [liftStyles(Buffer.from(`<p role="status" style="${NOTICE}">${escapeHtml(notice)}</p>`))];
  const bar = standingNotice === undefined ? '' : noticeBar(standingNotice);
  const barRules = bar === '' ? '' : NOTICE_RULES;
  const inlineStyles = [themeRules(site), barRules, rulesOf([...banner, ...page.body])].filter(Boolean);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...INLINE_SCRIPTS.map((script) => `<script>${script}</script>`),
    `<title>${escapeHtml(title)}</title>`,
    site.description === undefined
      ? ''
      : `<meta name="description" content="${escapeHtml(site.description)}">`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...inlineStyles.map((rules) => `<style>${rules}</style>`),
    hints,
  ];
  const data = state === null ? [] : ['<script type="application/json" id="state">', ...state, '</script>'];
  const parts = [
    `<!doctype html><html lang="${escapeHtml(site.locale)}"><head>${head.join('')}</head><body>`,
    bar,
    ...banner.map(({ html }) => html),
    '<div id="root">',
    ...page.body.map(({ html }) => html),
    '</div>',
    ...data,
    ...workingParts(assets),
    '</body></html>',
  ];
  return { html: Buffer.concat(parts.map(toBytes)), inlineStyles };
}
