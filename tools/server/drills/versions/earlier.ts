import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { build } from '#engine/cli/build/build.ts';
import { asObject, isObject } from '#engine/compiler/json.ts';

/** What the version before did not have: a field of a call that writes, and where the checkout asks for it. */
export const ADDED = { call: 'order.create', field: 'invoice' } as const;

/** The block that asks for it, and the prop that makes it do so. */
const ASKED = { block: 'checkout-summary', prop: 'choice' } as const;

/** Takes it out of a file of the config, wherever it stands; whether it was there. */
function without(value: unknown): boolean {
  if (Array.isArray(value)) return value.map(without).includes(true);
  if (!isObject(value)) return false;
  const bodies = [asObject(value[ADDED.call])['body'], value['call'] === ADDED.call ? value['body'] : null];
  const holders: [unknown, string][] = bodies.map((body) => [body, ADDED.field]);
  if (value['block'] === ASKED.block) holders.push([value, ASKED.prop]);
  let found = false;
  for (const [holder, key] of holders) {
    if (!isObject(holder) || !(key in holder)) continue;
    delete holder[key];
    found = true;
  }
  return Object.values(value).map(without).includes(true) || found;
}

/** Builds the shop as it was before the field came. @returns folder of the build */
export async function buildEarlier(folder: string): Promise<string> {
  const config = join(folder, 'config');
  await cp(process.env['CONFIG_DIR'] ?? 'config', config, { recursive: true });
  let changed = 0;
  for (const entry of await readdir(config, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.yaml')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    if (!text.includes(ADDED.call)) continue;
    const value: unknown = parse(text);
    if (!without(value)) continue;
    changed += 1;
    await writeFile(path, stringify(value, { aliasDuplicateObjects: false }));
  }
  if (changed < 2) throw new Error(`${ADDED.field} of ${ADDED.call} is in ${changed} files of the config`);
  const distDir = join(folder, 'dist');
  await build({ distDir, configDir: config, report: () => {} });
  return distDir;
}
