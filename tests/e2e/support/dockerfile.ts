import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** One line of a Dockerfile. */
export interface Step {
  word: string;
  rest: string;
}

export interface BuildStage {
  /** What follows `FROM`. */
  image: string;
  /** The name that later stages copy from; none for the last. */
  name: string | undefined;
  steps: Step[];
}

export function readStages(text: string): BuildStage[] {
  const stages: BuildStage[] = [];
  for (const line of text.split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [image = '', , name] = rest.split(/ +/);
      stages.push({ image, name, steps: [] });
    } else if (word !== '') stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

/** The files of the repository that the build gets, by `.dockerignore`. */
export async function contextFiles(): Promise<string[]> {
  const rules = (await readFile('.dockerignore', 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ kept: line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execute('git', listed, { maxBuffer: 2 ** 26 });
  const isKept = (path: string) =>
    rules.findLast(({ pattern }) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))?.kept ??
    true;
  return stdout.split('\0').filter((path) => path !== '' && isKept(path));
}

/** Where an image's path lies in the folder that stands for the image. */
const within = (root: string, workdir: string, path: string): string =>
  join(root, path.startsWith('/') ? path : join(workdir, path));

interface StageOptions {
  /** The folder that stands for each earlier image, by its stage's name. */
  images: ReadonlyMap<string, string>;
  context: readonly string[];
  /** Does a `RUN` in another way, in the image's working folder; answers whether it did. */
  instead: (command: string, folder: string) => Promise<boolean>;
}

/** Does the steps of a stage that make files, in the folder that stands for its image. */
export async function runStage({ steps }: BuildStage, root: string, options: StageOptions): Promise<void> {
  let workdir = '/';
  for (const { word, rest } of steps) {
    if (word === 'WORKDIR') {
      workdir = rest;
      await mkdir(join(root, workdir), { recursive: true });
    } else if (word === 'RUN') {
      const folder = join(root, workdir);
      if (!(await options.instead(rest, folder))) await execute('sh', ['-c', rest], { cwd: folder });
    } else if (word === 'COPY') await copy(rest, { root, workdir, ...options });
  }
}

interface CopyOptions extends Pick<StageOptions, 'images' | 'context'> {
  root: string;
  workdir: string;
}

async function copy(rest: string, { root, workdir, images, context }: CopyOptions): Promise<void> {
  const words = rest.split(/ +/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  for (const path of paths) {
    const image = images.get(from ?? '');
    if (image !== undefined) {
      const source = join(image, path);
      const into = (await stat(source)).isDirectory() ? target : join(target, path.split('/').at(-1) ?? '');
      await cp(source, within(root, workdir, into), { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const into = within(root, workdir, target);
    await mkdir(into, { recursive: true });
    if (path === '.') await copyAll(context, into);
    else if (context.includes(path)) await cp(path, join(into, path.split('/').at(-1) ?? ''));
    else throw new Error(`COPY ${path}: not in the context`);
  }
}

/** Thousands of files by one program, which is many times quicker. */
async function copyAll(files: readonly string[], into: string): Promise<void> {
  const list = join(into, '.files');
  await writeFile(list, files.join('\n'));
  await execute('sh', ['-c', 'tar -cf - -T "$1" | tar -xf - -C "$2"', 'sh', list, into]);
  await rm(list);
}
