import type { SiteConfig, SiteRole } from '#engine/generated/schemas.ts';
import { asObject, isObject } from '../json.ts';
import { valueAt } from '../source/pointer.ts';
import { fillDefaults } from './defaults.ts';
import type { JsonSchema } from './field.ts';
import { inferredSchema } from './inferred.ts';
import type { SchemaLibrary } from './library.ts';

/** The role of a reader who has none of the site's roles: everybody has at least this one. */
export const VISITOR = 'visitor';

/** The roles of a site, weakest first: each may see what those before it may. */
export const roleNames = ({ roles }: Pick<SiteConfig, 'roles'>): readonly string[] => [
  VISITOR,
  ...Object.keys(roles),
];

/** The site with every default of its schema, so that `$site.constants.x` always has a value. */
export function emitSite(value: unknown, library: SchemaLibrary): SiteConfig {
  const { roles: declared, ...site } = asObject(value);
  const roles = Object.fromEntries(
    Object.entries(asObject(declared)).map(([name, role]) => [name, emitRole(role, library)]),
  );
  const gated = typeof site['gated'] === 'string' ? site['gated'] : (Object.keys(roles)[0] ?? VISITOR);
  const schema = library.config.get('site') ?? {};
  return { ...asObject(fillDefaults(schema, site, library, true)), roles, gated } as SiteConfig;
}

/** `member: $user.id` is short for `member: { when: $user.id }`. */
function emitRole(role: unknown, library: SchemaLibrary): SiteRole {
  const whole = isObject(role) && 'when' in role ? role : { when: role };
  return fillDefaults({ $ref: 'config:site#/$defs/role' }, whole, library) as SiteRole;
}

/**
 * The type of `$site`: its schema; for the parts of the shop that have no schema, inferred from their values.
 */
export function siteSchema(value: unknown, library: SchemaLibrary): JsonSchema {
  const schema = library.config.get('site') ?? {};
  const own = ['constants', 'remember'].filter((part) => !library.site.has(part));
  const inferred = own.map((part) => [part, inferredSchema(asObject(asObject(value)[part]))]);
  return { ...schema, properties: { ...asObject(schema['properties']), ...Object.fromEntries(inferred) } };
}

/** `value` with `$site.…` references replaced by their values at compile time. */
export function resolveSite(value: unknown, site: SiteConfig): unknown {
  if (typeof value === 'string' && value.startsWith('$site.'))
    return valueAt(site, value.split('.').slice(1));
  if (Array.isArray(value)) return value.map((item) => resolveSite(item, site));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveSite(item, site)]));
}
