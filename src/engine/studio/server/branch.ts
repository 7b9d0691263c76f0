import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Branch,
  BranchAnswer,
  CommitAnswer,
  CommitFault,
  CommitRequest,
  NoBranch,
} from '../hand-over.ts';
import { type ConfigFolder, isConfigFile } from './config-folder.ts';
import { type Git, GitError, gitIn, gitOutput, NoGit, namesIn } from './git.ts';

/** A commit that is not made, and why. */
class Refusal extends Error {
  readonly reason: CommitFault;

  constructor(reason: CommitFault, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** Main branches by their usual names, when the remote does not say which one it is. */
const MAIN = ['origin/main', 'origin/master', 'main', 'master'];

/** The ref of an object that is not there yet. */
const NONE = '0'.repeat(40);

const CONFIG = 'config/';

/** What a branch is compared with, and the commit at which it went off from there. */
async function baseOf(git: Git): Promise<{ base: string; fork: string }> {
  const told = await gitOutput(git, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  for (const base of [...(told === undefined ? [] : [told]), ...MAIN]) {
    const fork = await gitOutput(git, 'merge-base', base, 'HEAD');
    if (fork !== undefined && fork !== '') return { base, fork };
  }
  return { base: 'HEAD', fork: (await git(['rev-parse', 'HEAD'])).trim() };
}

/** Files of the config that differ from a commit, as the studio names them. */
async function changedSince(git: Git, commit: string): Promise<string[]> {
  const [changed, added] = await Promise.all([
    git(['diff', '--name-only', '--no-renames', '--relative', '-z', commit, '--', '.']),
    git(['ls-files', '--others', '--exclude-standard', '-z', '--', '.']),
  ]);
  const paths = new Set([...namesIn(changed), ...namesIn(added)].map((name) => CONFIG + name));
  return [...paths].filter(isConfigFile).toSorted();
}

const inFolder = (path: string) => `./${path.slice(CONFIG.length)}`;

/** The branch that is checked out around the folder of a config, and commits on new ones. */
export function createBranch(configDir: string, folder: ConfigFolder) {
  const git = gitIn(configDir);

  /** The commit that is checked out, or why there is nothing to compare with. */
  async function begin(): Promise<{ head: string } | { reason: NoBranch }> {
    try {
      const top = await gitOutput(git, 'rev-parse', '--show-toplevel');
      if (top === undefined || top === '') return { reason: 'no-repository' };
      const head = await gitOutput(git, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
      return head === undefined ? { reason: 'no-commit' } : { head };
    } catch (fault) {
      if (fault instanceof NoGit) return { reason: 'no-git' };
      throw fault;
    }
  }

  const versionOf = async (path: string) => (await folder.read(path).catch(() => null))?.version ?? null;

  const branchName = async () => (await gitOutput(git, 'symbolic-ref', '--quiet', '--short', 'HEAD')) ?? null;
  const remoteName = async () => namesIn((await git(['remote'])).replaceAll('\n', '\0'))[0] ?? null;

  const textAt = (commit: string, path: string) =>
    git(['cat-file', '--filters', `${commit}:${inFolder(path)}`]).catch((fault: unknown) => {
      if (fault instanceof GitError) return null;
      throw fault;
    });

  async function read(): Promise<Branch> {
    const { base, fork } = await baseOf(git);
    const [changed, uncommitted] = await Promise.all([changedSince(git, fork), changedSince(git, 'HEAD')]);
    const before: Record<string, string | null> = {};
    for (const path of changed) before[path] = await textAt(fork, path);
    const versions: Record<string, string | null> = {};
    for (const path of uncommitted) versions[path] = await versionOf(path);
    const [name, remote] = await Promise.all([branchName(), remoteName()]);
    return { name, base, fork, remote, before, uncommitted: versions };
  }

  async function requireName(branch: string): Promise<void> {
    const good = await gitOutput(git, 'check-ref-format', '--branch', branch);
    if (good !== branch) throw new Refusal('branch-name');
    const taken = await gitOutput(git, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    if (taken !== undefined) throw new Refusal('branch-exists');
  }

  async function requireAuthor(): Promise<void> {
    for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
      const known = await gitOutput(git, '-c', 'user.useConfigOnly=true', 'var', who);
      if (known === undefined) throw new Refusal('no-author');
    }
  }

  async function requireSeen(files: CommitRequest['files']): Promise<void> {
    for (const [path, version] of Object.entries(files))
      if (!isConfigFile(path) || (await versionOf(path)) !== version) throw new Refusal('stale', path);
  }

  /** The tree of a commit with these files as they are on the disk. The index of whoever works here is not used. */
  async function treeWith(head: string, paths: readonly string[]): Promise<string> {
    const scratch = await mkdtemp(join(tmpdir(), 'storewright-index-'));
    const index = join(scratch, 'index');
    try {
      await git(['read-tree', head], { index });
      const input = paths.map((path) => `${inFolder(path)}\0`).join('');
      await git(['update-index', '--add', '--remove', '-z', '--stdin'], { index, input });
      return (await git(['write-tree'], { index })).trim();
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async function makeCommit({ branch, message, files }: CommitRequest): Promise<CommitAnswer> {
    const begun = await begin();
    if ('reason' in begun) throw new Refusal(begun.reason);
    const { head } = begun;
    if ((await branchName()) === null) throw new Refusal('detached');
    if (message.trim() === '') throw new Refusal('no-message');
    await requireName(branch);
    await requireAuthor();
    await requireSeen(files);
    const tree = await treeWith(head, Object.keys(files));
    if (tree === (await git(['rev-parse', `${head}^{tree}`])).trim()) throw new Refusal('nothing');
    const input = `${message.trim()}\n`;
    const commit = (await git(['commit-tree', tree, '-p', head, '-F', '-'], { input })).trim();
    await git(['update-ref', '-m', 'studio: hand over', `refs/heads/${branch}`, commit, NONE]);
    return { ok: true, branch, commit, remote: await remoteName() };
  }

  return {
    /** What has changed since the branch went off from its base. */
    async state(): Promise<BranchAnswer> {
      const begun = await begin();
      return 'reason' in begun ? { ok: false, reason: begun.reason } : { ok: true, ...(await read()) };
    },

    /**
     * Commits files of the config on a new branch that begins at HEAD. What is checked out, the index and every file stay as
     * they are; no hook runs, nothing is pushed.
     */
    async commit(request: CommitRequest): Promise<CommitAnswer> {
      try {
        return await makeCommit(request);
      } catch (fault) {
        if (fault instanceof Refusal) return { ok: false, reason: fault.reason, detail: fault.message };
        if (fault instanceof GitError) return { ok: false, reason: 'git', detail: fault.detail };
        throw fault;
      }
    },
  };
}
