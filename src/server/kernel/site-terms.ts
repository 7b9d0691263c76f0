import type { SiteConfig } from '#generated/schemas.ts';

/** The trading terms of the site. */
export interface SiteTerms {
  constants: Pick<SiteConfig['constants'], 'trade'>;
}
