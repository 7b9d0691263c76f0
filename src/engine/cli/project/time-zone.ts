import { asObject } from '#engine/compiler/json.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { SITE_FILE } from '#engine/compiler/schema/locale.ts';
import { emitSite } from '#engine/compiler/schema/site.ts';
import { readYaml } from '#engine/compiler/source/read-yaml.ts';

/** The time zone of the shop with these files, which need not compile. */
export function timeZoneOf(files: ReadonlyMap<string, string>): string {
  const { value } = readYaml(files.get(SITE_FILE) ?? '');
  const { timeZone } = asObject(value);
  return typeof timeZone === 'string' ? timeZone : emitSite(value, readSchemas(files)).timeZone;
}
