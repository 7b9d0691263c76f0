import { createHash } from 'node:crypto';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { isDirect } from '#engine/runtime/api-base.ts';

const hashOf = (script: string) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The origins of these addresses, each after a space; an empty address is the page's own. */
const originsOf = (addresses: readonly (string | undefined)[]): string =>
  [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))]
    .map((origin) => ` ${origin}`)
    .join('');

/**
 * What a page may load and who may frame it. No script inside the HTML runs but those given, by their hashes: the page's
 * state is a data block, which does not run. Styles inside the HTML are the theme and sizes that the layout sets on elements.
 */
export function pageHeaders(site: SiteConfig, inlineScripts: readonly string[]): Record<string, string> {
  const calls = originsOf([site.origin, isDirect(site.api) ? site.api.base : undefined]);
  // Pictures may come from anywhere by https; by http only from where the shop says, and from where its API is.
  const pictures = originsOf([site.origin, site.api.base, ...(site.pictures ?? [])]);
  const policy = [
    "default-src 'self'",
    `script-src 'self'${inlineScripts.map(hashOf).join('')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${pictures}`,
    `connect-src 'self'${calls}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'x-frame-options': 'SAMEORIGIN',
  };
}
