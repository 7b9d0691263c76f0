import type { SiteConfig } from '#engine/generated/schemas.ts';
import { asObject } from '../json.ts';
import { valueAt } from '../source/pointer.ts';
import { fillDefaults } from './defaults.ts';
import type { SchemaLibrary } from './library.ts';

/** The site with every default of its schema, so that `$site.constants.x` always has a value. */
export function emitSite(value: unknown, library: SchemaLibrary): SiteConfig {
  return fillDefaults(library.config.get('site') ?? {}, asObject(value), library, true) as SiteConfig;
}

/** `value` with `$site.…` references replaced by the site's values: for what is settled when compiling. */
export function resolveSite(value: unknown, site: SiteConfig): unknown {
  if (typeof value === 'string' && value.startsWith('$site.'))
    return valueAt(site, value.split('.').slice(1));
  if (Array.isArray(value)) return value.map((item) => resolveSite(item, site));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveSite(item, site)]));
}
