import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where the parts of a shop lie, relative to its project. A shop need not have any of its own but the config. */
export interface ShopFolders {
  config: string;
  /** With `blocks/` and `entities/`; what they declare stands in place of what the engine declares by the same name. */
  schemas: string;
  /** Block types: a folder each, with a module of its name. */
  blocks: string;
  /** Answers for calls that are made without an API. */
  fixtures: string;
  /** What is written of the others: types, and what editors know. */
  generated: string;
  /** The shop's own templates of `new`. */
  templates: string;
}

const USUAL: ShopFolders = {
  config: 'config',
  schemas: 'schemas',
  blocks: 'blocks',
  fixtures: 'fixtures',
  generated: 'generated',
  templates: 'templates',
};

/** The engine's own folder: `src/engine` of this repository, or the installed package. */
export const ENGINE = resolve(import.meta.dirname, '../..').replaceAll('\\', '/');

/** Whether the engine lies here as its sources, or is an installed package of JavaScript. */
export const IS_SOURCE = import.meta.filename.endsWith('.ts');

/** The engine's schemas: inside the package, beside the shop's in this repository. */
const [PACKED, BESIDE] = [`${ENGINE}/schemas`, resolve(ENGINE, '../../schemas/engine').replaceAll('\\', '/')];
export const ENGINE_SCHEMAS = existsSync(PACKED) ? PACKED : BESIDE;

/** What a project's `package.json` says of other places. */
interface Declared {
  storewright?: Partial<ShopFolders>;
}

/** The places of the shop in this folder, as its `package.json` names them. */
function declaredFolders(): ShopFolders {
  const { storewright = {} } = existsSync('package.json')
    ? (JSON.parse(readFileSync('package.json', 'utf8')) as Declared)
    : {};
  return { ...USUAL, ...storewright };
}

/** The places of the shop in this folder; `CONFIG_DIR` decides on its config. */
export function shopFolders(): ShopFolders {
  const config = process.env['CONFIG_DIR']?.replace(/\/+$/, '');
  return { ...declaredFolders(), ...(config && { config }) };
}

/** Is the config that of the project itself? Of another one nothing is written that belongs to the project. */
export const isOwnConfig = (): boolean => resolve(shopFolders().config) === resolve(declaredFolders().config);
