import type { PageState } from '#engine/app/page-state.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import type { LoadedSite } from '#engine/host/built-site.ts';
import { addressesOf, barePath } from '../site-addresses.ts';

/** A page of a site of files. */
export interface StaticPage {
  path: string;
  html: string;
  /** Style sheets that stand inside it. */
  styles?: readonly string[] | undefined;
  /** `rendered` with its content; `shell`: the browser makes it; `redirect`: leads on. */
  kind: 'rendered' | 'shell' | 'redirect';
  /** Why it is no more than a shell, where it could have been more. */
  reason?: string;
}

/** Pages at most: a catalogue of thousands is better served by a host. */
const MOST = 10_000;

/** The addresses of this site that a page links to. */
const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g), ([, path = '']) => decodeURI(path));

function stateOf(html: string): PageState | undefined {
  const text = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as PageState);
}

/** What failed while a page was rendered and would be seen by everybody for as long as the file stands. */
function failureIn(html: string): string | undefined {
  for (const [call, , answer] of stateOf(html)?.data.cache ?? []) {
    if (!('failure' in answer)) continue;
    const { kind, status } = answer.failure;
    if (kind !== 'refusal' || status >= 500) return `${call}: ${kind === 'refusal' ? status : kind}`;
  }
  return undefined;
}

const redirection = (to: string): string => {
  const escaped = to.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${escaped}"><link rel="canonical" href="${escaped}"><a href="${escaped}">${escaped}</a>`;
};

/**
 * Every page of a site, as files: those that need no reader with their content, the others as shells. Pages with parameters are
 * those that others link to.
 */
export async function* staticPages(registry: Registry, built: LoadedSite): AsyncGenerator<StaticPage> {
  const { manifest, shell, render } = built;
  const addresses = addressesOf(registry.routes);
  const origin = registry.site.origin ?? 'http://localhost';
  const shown = shell(manifest);
  const empty = { html: shown.html.toString(), styles: shown.inlineStyles };
  const queue = addresses.flatMap(({ pattern }) => barePath(pattern) ?? []);
  const seen = new Set(queue);

  async function pageAt(path: string): Promise<StaticPage> {
    const address = addresses.find(({ expression }) => expression.test(path));
    if (!address || address.needsReader) return { path, ...empty, kind: 'shell' };
    const request = new Request(new URL(encodeURI(path), origin), { headers: { accept: 'text/html' } });
    const {
      html: bytes,
      inlineStyles,
      location,
    } = await render(request, {
      answer: () => Promise.reject(new Error('a page that is written into a file has no API')),
      now: () => Math.floor(Date.now() / 1000),
      manifest,
      isFile: true,
    });
    if (location !== undefined) return { path, html: redirection(location), kind: 'redirect' };
    const html = bytes.toString();
    const reason = failureIn(html);
    return reason === undefined
      ? { path, html, styles: inlineStyles, kind: 'rendered' }
      : { path, ...empty, kind: 'shell', reason };
  }

  for (const path of queue) {
    const page = await pageAt(path);
    yield page;
    if (page.kind !== 'rendered' || seen.size >= MOST) continue;
    for (const link of linksIn(page.html)) {
      if (seen.has(link) || !addresses.some(({ expression }) => expression.test(link))) continue;
      seen.add(link);
      queue.push(link);
    }
  }
}
