import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { CommandError } from '../../arguments.ts';
import type { Open } from '../document/documents.ts';
import { parseText } from './parse-document.ts';
import { isUrl } from './read-source.ts';

/** Bytes of a file that a document refers to, and how many files there may be. */
const LIMITS = { bytes: 16 * 1024 * 1024, files: 5000 };

const isWithin = (folder: string, path: string) => path === folder || path.startsWith(folder + sep);

/**
 * Opens the files that a document refers to. Only those in its own folder and in that of the shop: a document from elsewhere
 * must not read what else is on this machine.
 */
export function openBeside(from: string): { name: string; open: Open } {
  if (isUrl(from)) return { name: '', open: () => ({ refused: 'ref-url' }) };
  const folder = dirname(resolve(from));
  const allowed = [folder, process.cwd()].map((path) => realpathSync(path));
  let count = 0;
  const open: Open = (file) => {
    try {
      const path = realpathSync(resolve(folder, file));
      if (!allowed.some((one) => isWithin(one, path))) return { refused: 'ref-outside' };
      count += 1;
      if (statSync(path).size > LIMITS.bytes || count > LIMITS.files) return { refused: 'ref-unreadable' };
      return { value: parseText(readFileSync(path, 'utf8'), relative('.', path)) };
    } catch (error) {
      if (error instanceof CommandError || (error instanceof Error && 'code' in error))
        return { refused: 'ref-unreadable' };
      throw error;
    }
  };
  return { name: basename(from), open };
}
