import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, readArgs, runCommand, UsageError } from '../arguments.ts';
import { type Language, languageFor, readLanguage } from '../language.ts';
import { readShop } from './template.ts';

const USAGE = `storewright init <folder> [--lang zh|en] [--name NAME]
  在空文件夹里写一家完整的小店 / writes a small complete shop into an empty folder`;

/** A name of a shop stands in YAML and in Markdown: nothing that means something there. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} &'’·.—（）-]{0,39}$/u;

const USUAL_NAME = { zh: '纸笔小店', en: 'Pens & Paper' };

const NEXT = {
  zh: (folder: string) => `写好了 ${folder}。接下来：
  1. cd ${folder}
  2. npm install
  3. npm start        打开 http://localhost:8080
  4. npm test         检查配置、类型与每一页
README.md 说怎样换上你的接口、加页面与区块。`,
  en: (folder: string) => `The shop is in ${folder}. Next:
  1. cd ${folder}
  2. npm install
  3. npm start        then open http://localhost:8080
  4. npm test         checks the config, the types and every page
README.md says how to put your API in place, and to add pages and blocks.`,
};

/** Throws `CommandError` where the folder holds anything, or is none. */
async function refuseUnlessEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} 不是文件夹 / is not a folder (${error.code})`);
  });
  if (entries.length > 0)
    throw new CommandError(
      `${folder} 里已经有文件，没有写任何东西 / holds files already; nothing was written`,
    );
}

/** `Pens & Paper` -> `pens-paper`; a name of a package has small Latin letters alone. */
const packageName = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'shop';

async function writeShop(folder: string, lang: Language, name: string): Promise<void> {
  const names = { shop: name, package: packageName(folder) };
  for (const [path, text] of await readShop(resolve(folder), lang, names)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
  }
}

/** `init`: writes a small complete shop into a folder that is empty or not there yet. */
export const initCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, args, async (own) => {
    const { values, positionals } = readArgs(
      own,
      { lang: { type: 'string' }, name: { type: 'string' } },
      true,
    );
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new UsageError('要写一个文件夹 / name one folder');
    const lang = languageFor(new Map(), readLanguage(values.lang));
    const name = values.name ?? USUAL_NAME[lang];
    if (!PLAIN.test(name))
      throw new UsageError(
        `店名 ${name} 里有不能用的字符 / the name ${name} has characters that it cannot have`,
      );
    await refuseUnlessEmpty(folder);
    await writeShop(folder, lang, name);
    console.log(NEXT[lang](folder));
    return 0;
  });
