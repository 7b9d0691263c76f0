import type { SiteConfig } from '#generated/schemas.ts';

/** The trading terms, of all that a site says. */
export interface SiteTerms {
  constants: Pick<SiteConfig['constants'], 'trade'>;
}
