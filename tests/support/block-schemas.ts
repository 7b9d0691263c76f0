import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { shopFolders } from '#engine/cli/project/shop-folders.ts';

/** Every block type with its schema file, the engine's and the shop's. */
export const BLOCK_SCHEMAS: readonly { type: string; path: string; schema: unknown }[] =
  shopFolders().schemas.flatMap((folder) => {
    const blocks = `${folder}/blocks`;
    if (!existsSync(blocks)) return [];
    return readdirSync(blocks).map((file) => ({
      type: file.replace('.schema.json', ''),
      path: `${blocks}/${file}`,
      schema: JSON.parse(readFileSync(`${blocks}/${file}`, 'utf8')) as unknown,
    }));
  });
