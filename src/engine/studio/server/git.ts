import { execFile } from 'node:child_process';

/** Git ended with an error; `detail` is what it said. */
export class GitError extends Error {
  readonly detail: string;

  constructor(command: string, detail: string) {
    super(`git ${command}: ${detail}`);
    this.name = 'GitError';
    this.detail = detail;
  }
}

/** There is no git on this machine. */
export class NoGit extends Error {}

export interface GitOptions {
  /** What it reads from its standard input. */
  input?: string;
  /** Another index than that of whoever works here. */
  index?: string;
}

export type Git = (args: readonly string[], options?: GitOptions) => Promise<string>;

/** Bytes of an answer. */
const MAX_OUTPUT = 64 * 1024 * 1024;

/** The variables by which a caller of this process may have named another repository. */
const NAMES_REPOSITORY = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|COMMON_DIR|NAMESPACE)$/;

function environment(index: string | undefined): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !NAMES_REPOSITORY.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    /* Else a mere look may write the index again. */
    GIT_OPTIONAL_LOCKS: '0',
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  };
}

/** Git in a folder. Its commands throw `GitError`, or `NoGit`. */
export function gitIn(folder: string): Git {
  return (args, { input, index } = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        args,
        { cwd: folder, env: environment(index), maxBuffer: MAX_OUTPUT },
        (fault, stdout, stderr) => {
          if (fault === null) resolve(stdout);
          else if (fault.code === 'ENOENT') reject(new NoGit(fault.message));
          else reject(new GitError(args[0] ?? '', stderr.trim() || fault.message));
        },
      );
      /* It may end without reading. */
      child.stdin?.on('error', () => {});
      child.stdin?.end(input ?? '');
    });
}

/** What a command says, without the end of the line; undefined where it ends with an error. */
export const gitOutput = (git: Git, ...args: readonly string[]): Promise<string | undefined> =>
  git(args).then(
    (text) => text.trim(),
    (fault: unknown) => {
      if (fault instanceof GitError) return undefined;
      throw fault;
    },
  );

/** The names in an answer to `-z`. */
export const namesIn = (text: string): string[] => text.split('\0').filter((name) => name !== '');
