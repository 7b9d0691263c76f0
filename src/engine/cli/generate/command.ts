import { readArgs, runCommand } from '../arguments.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { generate } from './generate.ts';

const USAGE = `storewright generate
  类型与编辑器的 schema / types, and what editors know of the shop`;

/** `generate`: what is written of schemas and config. Returns the exit code. */
export const generateCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, args, async (own) => {
    readArgs(own, {});
    await generate();
    console.log(`${shopFolders().generated}/`);
    return 0;
  });
