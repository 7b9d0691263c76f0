import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { CommandError } from '../arguments.ts';

const execute = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  try {
    return (await execute('git', args, { maxBuffer: 256 * 1024 * 1024 })).stdout;
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CommandError(`git ${args[0] ?? ''}: ${detail}`);
  }
}

/** The commit that a branch went off from: what was merged into the base since then is not the branch's doing. */
export async function forkOf(ref: string): Promise<string> {
  return (await git('merge-base', ref, 'HEAD')).trim();
}

/** Config and schemas as they were at a commit, keyed as the compiler wants them. */
export async function filesAt(commit: string, configDir: string): Promise<Map<string, string>> {
  const list = await git('ls-tree', '-r', '-z', '--name-only', commit, '--', configDir, 'schemas');
  const paths = list
    .split('\0')
    .filter((path) => /\.(?:ya?ml|json)$/.test(path) && !path.includes('/guide/'));
  const root = configDir.replace(/\/+$/, '');
  const keyOf = (path: string) => (path.startsWith(`${root}/`) ? `config${path.slice(root.length)}` : path);
  const texts = await blobs(paths.map((path) => `${commit}:${path}`));
  return new Map(paths.map((path, index) => [keyOf(path), texts[index] ?? '']));
}

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
  const changed = await git('diff', '--name-only', '-z', commit, '--', 'src');
  const added = await git('ls-files', '--others', '--exclude-standard', '-z', '--', 'src');
  return `${changed}\0${added}`
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('src/generated/'));
}

/** The whole project at a commit, in a folder of its own for as long as `work` takes. */
export async function withCheckout<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(await mkdtemp(join(tmpdir(), 'storewright-base-')), 'tree');
  await git('worktree', 'add', '--detach', folder, commit);
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    return await work(folder);
  } finally {
    await git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}
