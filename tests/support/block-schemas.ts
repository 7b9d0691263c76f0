import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { shopFolders } from '#engine/cli/project/shop-folders.ts';

export interface BlockSchemaFile {
  type: string;
  path: string;
  schema: unknown;
}

function blocksIn(schemas: string): BlockSchemaFile[] {
  const folder = `${schemas}/blocks`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => ({
    type: file.replace('.schema.json', ''),
    path: `${folder}/${file}`,
    schema: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as unknown,
  }));
}

/** Every block type of the engine with its schema file. */
export const ENGINE_BLOCKS: readonly BlockSchemaFile[] = blocksIn('schemas/engine');

/** Every block type of the shop's own; none where the engine is alone. */
export const SHOP_BLOCKS: readonly BlockSchemaFile[] = blocksIn(shopFolders().schemas);

export const BLOCK_SCHEMAS = [...ENGINE_BLOCKS, ...SHOP_BLOCKS];
