import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { CommandError } from '../arguments.ts';
import { readSchemaFiles, withFiles } from '../project/load-project.ts';
import { shopFolders } from '../project/shop-folders.ts';

const execute = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  try {
    /* Else a mere look may write the index of whoever works here. */
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
    return (await execute('git', args, { env, maxBuffer: 256 * 1024 * 1024 })).stdout;
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CommandError(`git ${args[0] ?? ''}: ${detail}`);
  }
}

/** Do two folders lie in one repository? */
export async function isSameRepository(...folders: readonly string[]): Promise<boolean> {
  const tops = await Promise.all(
    folders.map((folder) => git('-C', folder, 'rev-parse', '--show-toplevel').catch(() => folder)),
  );
  return new Set(tops).size === 1;
}

/** The commit that a branch went off from: what was merged into the base since then is not the branch's doing. */
export async function forkOf(ref: string): Promise<string> {
  return (await git('merge-base', ref, 'HEAD')).trim();
}

/** Config and schemas as they were at a commit, keyed as the compiler wants them; an engine that is a package is today's. */
export async function filesAt(commit: string, configDir: string): Promise<Map<string, string>> {
  const list = await git('ls-tree', '-r', '-z', '--name-only', commit, '--', configDir, 'schemas');
  const paths = list
    .split('\0')
    .filter((path) => /\.(?:ya?ml|json|graphql)$/.test(path) && !path.includes('/guide/'));
  const root = configDir.replace(/\/+$/, '');
  const keyOf = (path: string) => (path.startsWith(`${root}/`) ? `config${path.slice(root.length)}` : path);
  /* The project may be a folder of its repository. */
  const texts = await blobs(paths.map((path) => `${commit}:./${path}`));
  const files = new Map(paths.map((path, index) => [keyOf(path), texts[index] ?? '']));
  const { schemas } = shopFolders();
  const named = [...files].map(([path, text]) => [path, withFiles(text, files, schemas)] as const);
  const engine = [...(await readSchemaFiles())].filter(([path]) => isEngineSchema(path));
  return new Map([...(files.keys().some(isEngineSchema) ? [] : engine), ...named]);
}

const isEngineSchema = (path: string): boolean => path.startsWith('schemas/engine/');

/** The texts of many objects, from one process. Each answer is `<id> blob <size>`, a line end, the bytes, a line end. */
async function blobs(names: readonly string[]): Promise<string[]> {
  const reading = spawn('git', ['cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  reading.stdin.end(names.map((name) => `${name}\n`).join(''));
  const output = await buffer(reading.stdout);
  const texts: string[] = [];
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(0x0a, at);
    const size = Number(output.toString('utf8', at, lineEnd).split(' ')[2]);
    if (!Number.isFinite(size)) throw new CommandError(output.toString('utf8', at, lineEnd));
    texts.push(output.toString('utf8', lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + size + 2;
  }
  return texts;
}

/** Source files that differ between a commit and the working tree, new ones included. */
export async function changedSources(commit: string): Promise<string[]> {
  const folders = ['src', shopFolders().blocks];
  const changed = await git('diff', '--name-only', '--relative', '-z', commit, '--', ...folders);
  const added = await git('ls-files', '--others', '--exclude-standard', '-z', '--', ...folders);
  return [...new Set(`${changed}\0${added}`.split('\0'))].filter(
    (path) => path !== '' && !path.startsWith(`${shopFolders().generated}/`),
  );
}

/** The whole project at a commit, in a folder of its own for as long as `work` takes. */
export async function withCheckout<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(await mkdtemp(join(tmpdir(), 'storewright-base-')), 'tree');
  const project = join(folder, (await git('rev-parse', '--show-prefix')).trim());
  await git('worktree', 'add', '--detach', folder, commit);
  try {
    await symlink(resolve('node_modules'), join(project, 'node_modules'));
    return await work(project);
  } finally {
    await git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}
