import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { JsonSchema } from './field.ts';

/** Is the described value visible only to some roles? */
export const isGated = ({ gated }: JsonSchema): boolean => gated === true || typeof gated === 'string';

/** The role that a value requires: the one that `gated` names, else `gated` of the site. undefined: everybody sees it. */
export function gatedRole(schema: JsonSchema, site: SiteConfig): string | undefined {
  const { gated } = schema;
  return typeof gated === 'string' ? gated : gated === true ? site.gated : undefined;
}
