import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { readArgs, UsageError, wantsHelp } from '../arguments.ts';
import { asText } from '../check/report.ts';
import { generate, generateEditor } from '../generate/generate.ts';
import { languageOf, readLanguage } from '../language.ts';
import { LoadError, loadProject } from '../project/load-project.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { isPlain, readName } from './names.ts';
import { prepareScaffold } from './prepare-scaffold.ts';
import { readKinds } from './templates.ts';
import { WORDS } from './words.ts';

const configDir = (process.env['CONFIG_DIR'] ?? 'config').replace(/\/+$/, '');

async function create(args: readonly string[]): Promise<number> {
  const asksHelp = wantsHelp(args);
  const { values, positionals } = readArgs(asksHelp ? [] : args, { lang: { type: 'string' } }, true);
  const [name = '', text = '', title] = positionals;
  const lang = await languageOf(configDir, readLanguage(values.lang));
  const words = WORDS[lang];
  const kinds = await readKinds(lang);
  const usage = words.usage(Object.keys(kinds).join('|'), shopFolders().schemas);
  if (asksHelp) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const names = readName(text);
  if (!Object.hasOwn(kinds, name) || text === '') return refuse(usage);
  if (names === undefined || (name === 'block' && /[/_]/.test(text)))
    return refuse(`${words.noName(text)}\n${usage}`);
  if (title !== undefined && !isPlain(title)) return refuse(words.noTitle(title));
  const before = await loadProject(configDir);
  const { made, written } = await prepareScaffold(before, name, { names, title, said: lang });
  const taken = await firstTaken(Object.keys(made.files));
  if (taken !== undefined) return refuse(words.taken(taken));

  const files = new Map([...before, ...written]);
  const offenses = newErrors(before, files);
  if (offenses.length > 0) return refuse(asText(offenses, lang, onDisk, files));

  for (const [path, content] of written) {
    await mkdir(dirname(onDisk(path)), { recursive: true });
    await writeFile(onDisk(path), content, { flag: path in made.files ? 'wx' : 'w' });
    process.stdout.write(`${onDisk(path)}\n`);
  }
  await (name === 'block' ? generate() : generateEditor());
  const [first = ''] = Object.keys(made.files);
  const steps = made.next.map((step, index) => `  ${index + 1}. ${step.replace('{file}', onDisk(first))}`);
  process.stdout.write(`\n${words.next}\n${steps.join('\n')}\n`);
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
    if (error instanceof LoadError || error instanceof UsageError) return refuse(error.message);
    throw error;
  }
}
