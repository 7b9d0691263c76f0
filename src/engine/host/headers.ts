import { createHash } from 'node:crypto';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { isDirect } from '#engine/runtime/api-base.ts';

/** How a content policy names a script or a style sheet that stands inside a page. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const sources = (texts: readonly string[]) => ["'self'", ...texts.map(hashSource)].join(' ');

/** The origins of these addresses, each after a space; an empty address is the page's own. */
const originsOf = (addresses: readonly (string | undefined)[]): string =>
  [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))]
    .map((origin) => ` ${origin}`)
    .join('');

/** What stands inside the HTML of a page and may take effect; nothing else there does. */
export interface InlineParts {
  scripts: readonly string[];
  /** `any` in development, where styles are sent into the open page. */
  styles: readonly string[] | 'any';
}

/** Of every document, beside its content policy. */
export const DOCUMENT_HEADERS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/**
 * The only ways for text to act, where the browser has Trusted Types: as markup that DOMPurify has cleaned, which names its
 * policy so, and as the address of the service worker, which has a policy that knows no other.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types dompurify service-worker'];

/**
 * What a page may load, what it may do and who may frame it. The page's state is a data block, which does not run. No style
 * attribute takes effect, however it came into the page; scripts set styles on the elements.
 */
export function pageHeaders(site: SiteConfig, inline: InlineParts): Record<string, string> {
  const calls = originsOf([site.origin, isDirect(site.api) ? site.api.base : undefined]);
  // Pictures may come from anywhere by https; by http only from where the shop says, and from where its API is.
  const pictures = originsOf([site.origin, site.api.base, ...(site.pictures ?? [])]);
  const policy = [
    "default-src 'self'",
    `script-src ${sources(inline.scripts)}`,
    inline.styles === 'any' ? "style-src 'self' 'unsafe-inline'" : `style-src ${sources(inline.styles)}`,
    `img-src 'self' data: blob: https:${pictures}`,
    `connect-src 'self'${calls}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    /* What serves a page in development builds markup from text. */
    ...(inline.styles === 'any' ? [] : TRUSTED_TYPES),
  ];
  return {
    'content-security-policy': policy.join('; '),
    ...DOCUMENT_HEADERS,
  };
}
