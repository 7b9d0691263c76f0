import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { ENGINE, shopFolders } from '../project/shop-folders.ts';

/** Block type -> its module, as an absolute path. */
export type BlockModules = ReadonlyMap<string, string>;

/**
 * Block types that have a component: the folders of the engine's blocks and of the shop's that hold a module of their own
 * name. A type of the shop's stands in place of the engine's of the same name.
 */
export async function findBlocks(): Promise<BlockModules> {
  const modules = new Map<string, string>();
  for (const folder of [`${ENGINE}/blocks`, resolve(shopFolders().blocks)].filter((path) =>
    existsSync(path),
  )) {
    const names = new Set(await readdir(folder, { recursive: true }));
    for (const name of [...names].sort()) {
      /* The engine is installed as JavaScript. */
      const file = ['tsx', 'js']
        .map((ending) => join(name, `${name}.${ending}`))
        .find((path) => names.has(path));
      if (file !== undefined) modules.set(name, join(folder, file).split(sep).join('/'));
    }
  }
  return modules;
}

/** A virtual module that says where block types are: each is loaded when a page needs it. */
export function blocksCode(modules: BlockModules): string {
  const lines = [...modules].map(
    ([type, path]) => `  ${JSON.stringify(type)}: () => import(${JSON.stringify(path)}),`,
  );
  return `export const blocks = {\n${lines.join('\n')}\n};`;
}

const ID = 'virtual:storewright/blocks';

/** Serves the list of all block types to what needs nothing else of a built site, such as the catalogue and the tests. */
export function blockModules(): Plugin {
  return {
    name: 'storewright:blocks',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: async (id) => (id === `\0${ID}` ? blocksCode(await findBlocks()) : undefined),
  };
}
