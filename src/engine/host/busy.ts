import type { FastifyReply } from 'fastify';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { DOCUMENT_HEADERS, hashSource } from './headers.ts';

/** Seconds after which a page is worth another try. */
const RETRY_AFTER = 5;

/** The site's words may hold any sign. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const STYLE = 'body{font:16px/1.6 sans-serif;text-align:center;padding:20vh 16px}';

const POLICY = `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** Self-contained: under overload neither scripts nor styles of the shop may load. */
function busyPage({ locale, texts }: Pick<SiteConfig, 'locale' | 'texts'>): string {
  const [title, hint, reload] = [texts.overload.title, texts.overload.hint, texts.overload.reload].map(
    escaped,
  );
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style>
<body><h1>${title}</h1><p>${hint}${texts.marks.space}<a href="">${reload}</a></p>`;
}

/** Sends the overload page: 503, not to be cached. */
export function sendBusy(reply: FastifyReply, site: Pick<SiteConfig, 'locale' | 'texts'>): FastifyReply {
  return reply
    .code(503)
    .headers({
      'retry-after': String(RETRY_AFTER),
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      ...DOCUMENT_HEADERS,
    })
    .type('text/html; charset=utf-8')
    .send(busyPage(site));
}
