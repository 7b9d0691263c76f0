import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { JsonSchema } from './field.ts';

/** Is what this schema describes kept from some readers? */
export const isGated = ({ gated }: JsonSchema): boolean => gated === true || typeof gated === 'string';

/** The role from which on it is shown: the one that the mark names, else the one of the site. undefined: everybody sees it. */
export function gatedRole(schema: JsonSchema, site: SiteConfig): string | undefined {
  const { gated } = schema;
  return typeof gated === 'string' ? gated : gated === true ? site.gated : undefined;
}
