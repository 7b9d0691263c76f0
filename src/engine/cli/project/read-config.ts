import { closeSync, constants, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Unread } from '#engine/compiler/compile.ts';

/**
 * The compiler refuses a file of more than 128 kB; so much is read that it sees that. All files together: 2,000 pages are
 * about 4 MB.
 */
const LIMITS = { file: 512 * 1024, total: 32 * 1024 * 1024, files: 20_000, depth: 16 };

const REASONS = {
  link: { zh: '符号链接不会被读取', en: 'symbolic links are not read' },
  odd: { zh: '不是普通文件', en: 'not a plain file' },
  deep: { zh: `文件夹套了超过 ${LIMITS.depth} 层`, en: `folders nested deeper than ${LIMITS.depth}` },
  much: {
    zh: '配置的文件太多或太大，没有读完',
    en: 'the config has too many or too large files; this one was left out',
  },
} satisfies Record<string, Unread>;

export interface ReadConfig {
  /** `config/...` -> text. */
  files: Map<string, string>;
  unread: Map<string, Unread>;
}

/** Every file of YAML and GraphQL below `root`, keyed as `config/...`; `config/guide` is for people. Throws when `root` is no folder. */
export async function readConfig(root: string): Promise<ReadConfig> {
  const files = new Map<string, string>();
  const unread = new Map<string, Unread>();
  const paths: string[] = [];

  async function list(folder: string, depth: number): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const key = `config/${path}`;
      if (path === 'guide') continue;
      if (entry.isSymbolicLink()) unread.set(key, REASONS.link);
      else if (entry.isDirectory()) {
        if (depth >= LIMITS.depth) unread.set(key, REASONS.deep);
        else await list(path, depth + 1).catch((error: unknown) => void unread.set(key, because(error)));
      } else if (!/\.(?:ya?ml|graphql)$/.test(path)) continue;
      else if (entry.isFile()) paths.push(path);
      else unread.set(key, REASONS.odd);
    }
  }

  await list('', 0);
  const buffer = new Uint8Array(LIMITS.file);
  let total = 0;
  for (const path of paths) {
    const key = `config/${path}`;
    if (total > LIMITS.total || files.size >= LIMITS.files) {
      unread.set(key, REASONS.much);
      continue;
    }
    try {
      const bytes = readBeginning(join(root, path), buffer);
      total += bytes.length;
      files.set(key, decoder.decode(bytes));
    } catch (error) {
      unread.set(key, because(error));
    }
  }
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), unread };
}

function because(error: unknown): Unread {
  const detail = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { zh: `读不到（${detail}）`, en: `cannot be read (${detail})` };
}

const decoder = new TextDecoder();

/**
 * No more of a file than `buffer` holds, in it. Bytes that are no UTF-8 become U+FFFD, which the compiler refuses.
 * Synchronous: for thousands of small files the promises cost several times what the reading does.
 */
function readBeginning(path: string, buffer: Uint8Array): Uint8Array {
  // Not followed, should it have become a link by now; not waited for, should it be a pipe.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
