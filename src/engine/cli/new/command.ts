import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { asText } from '../check/report.ts';
import { generate, generateEditor } from '../generate/generate.ts';
import { LoadError, loadProject } from '../project/load-project.ts';
import { readName } from './names.ts';
import { readKinds, scaffold } from './templates.ts';

const usage = (
  kinds: readonly string[],
) => `用法 / usage: npm run new -- ${kinds.join('|')} <名字 name> [标题 title]
  npm run new -- activity double12 双十二大促   config/pages/marketing/double12.yaml, /double12
  npm run new -- page wallet/coupons          config/pages/wallet/coupons.yaml, /wallet/coupons
  npm run new -- block price-tag 价签          schemas/shop/blocks/price-tag.schema.json, src/shop/blocks/price-tag/`;

const NAME_RULE =
  '名字就是地址：小写字母、数字与 -，以字母开头；标题写在名字后面 / the name is the address: lower-case letters, digits and -; the title comes after it';

const configDir = (process.env['CONFIG_DIR'] ?? 'config').replace(/\/+$/, '');

/** A title stands in several places of YAML, JSON and TypeScript: nothing that means something there. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ·—（）-]{0,39}$/u;

async function create([name = '', text = '', title]: readonly string[]): Promise<number> {
  const kinds = await readKinds();
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const names = readName(text);
  if (kind === undefined || text === '') return refuse(usage(Object.keys(kinds)));
  if (names === undefined || (name === 'block' && /[/_]/.test(text)))
    return refuse(`${text} 不能作名字 / is no name\n${NAME_RULE}\n${usage(Object.keys(kinds))}`);
  if (title !== undefined && !PLAIN.test(title))
    return refuse(`标题里不能有标点 / no punctuation in a title: ${title}`);
  const before = await loadProject(configDir);
  const made = await scaffold(kind, { names, title, now: Date.now(), present: before.keys() });
  const taken = await firstTaken(Object.keys(made.files));
  if (taken !== undefined) return refuse(`${taken} 已经有了 / exists already`);

  const appended = Object.entries(made.append).map(([path, addition]): [string, string] => [
    path,
    append(before.get(path) ?? '', addition),
  ]);
  const written = new Map([...Object.entries(made.files), ...appended]);
  const files = new Map([...before, ...written]);
  const offenses = newErrors(before, files);
  if (offenses.length > 0) return refuse(asText(offenses, 'zh', onDisk, files));

  for (const [path, content] of written) {
    await mkdir(dirname(onDisk(path)), { recursive: true });
    await writeFile(onDisk(path), content, { flag: path in made.files ? 'wx' : 'w' });
    process.stdout.write(`${onDisk(path)}\n`);
  }
  await (name === 'block' ? generate() : generateEditor());
  const [first = ''] = Object.keys(made.files);
  const steps = made.next.map((step, index) => `  ${index + 1}. ${step.replace('{file}', onDisk(first))}`);
  process.stdout.write(`\n接下来：\n${steps.join('\n')}\n`);
  return 0;
}

/** Errors that come with the new files, in them or in others: an address may be taken from a page that has it. */
function newErrors(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Offense[] {
  const compile = createCompiler();
  const identityOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.zh}`;
  const known = new Set(compile(before).offenses.map(identityOf));
  return compile(after).offenses.filter(
    (offense) => offense.severity === 'error' && !known.has(identityOf(offense)),
  );
}

const onDisk = (path: string) => path.replace(/^config(?=\/)/, configDir);

/** Adds entries to a YAML map. One that is written as `{}` gives way to them. */
function append(text: string, addition: string): string {
  const kept = text.replace(/^\{\s*\}\s*$/m, '');
  return `${kept}${kept === '' || kept.endsWith('\n') ? '' : '\n'}${addition}`;
}

async function firstTaken(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths.map(onDisk)) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return undefined;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 1;
}

/** `new`: writes a scaffold that passes `check`, or nothing. Returns the exit code: 1 when it wrote nothing. */
export async function newCommand(args: readonly string[]): Promise<number> {
  try {
    return await create(args);
  } catch (error) {
    if (error instanceof LoadError) return refuse(error.message);
    throw error;
  }
}
