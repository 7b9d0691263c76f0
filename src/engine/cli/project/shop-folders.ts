import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Where the parts of a shop lie, relative to its project: the engine's first. A shop need not have any of its own. */
export interface ShopFolders {
  /** Folders of schemas, each with `blocks/` and `entities/`; what a later one declares stands in place of an earlier one's. */
  schemas: readonly string[];
  /** Folders of block types, in the same order. */
  blocks: readonly string[];
}

/** What a project's `package.json` says of other places. */
interface Declared {
  storewright?: { schemas?: string; blocks?: string };
}

/** The engine's own folder, relative to the project. */
export const ENGINE = relative(process.cwd(), resolve(import.meta.dirname, '../..')).replaceAll('\\', '/');

/** What the `package.json` of this folder says; nothing where there is none. */
function declared(): NonNullable<Declared['storewright']> {
  if (!existsSync('package.json')) return {};
  const { storewright = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as Declared;
  return storewright;
}

/** The engine's own parts and those of the shop in this folder, whose `package.json` may name other places for them. */
export function shopFolders(): ShopFolders {
  const { schemas = 'schemas', blocks = 'blocks' } = declared();
  return { schemas: ['schemas/engine', schemas], blocks: [`${ENGINE}/blocks`, blocks] };
}
