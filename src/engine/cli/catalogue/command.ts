import { readArgs, runCommand } from '../arguments.ts';
import { buildCatalogue, CATALOGUE } from './build.ts';

const USAGE = `storewright catalogue [--out DIR]
  把区块、接口、检查与配置语言写成网页（默认 ${CATALOGUE}/），任何网页服务器都能用
  pages of the blocks, calls, checks and the config language (${CATALOGUE}/ by default), for any web server`;

/** `catalogue`: what the shop can be written with, as static pages. Returns the exit code. */
export const catalogueCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, args, async (own) => {
    const { values } = readArgs(own, { out: { type: 'string', default: CATALOGUE } });
    await buildCatalogue(values.out, {});
    console.log(`${values.out}/index.html`);
    return 0;
  });
