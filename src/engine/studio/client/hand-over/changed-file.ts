import type { TextsBefore } from '../../hand-over.ts';

/** A file that is another one than it was; null where there is none. */
export interface ChangedFile {
  path: string;
  before: string | null;
  after: string | null;
}

export const changedFiles = (before: TextsBefore, texts: ReadonlyMap<string, string>): ChangedFile[] =>
  Object.entries(before)
    .map(([path, text]) => ({ path, before: text, after: texts.get(path) ?? null }))
    .filter((file) => file.before !== file.after);

/** What becomes of a file. */
export function verbOf({ before, after }: ChangedFile): 'add' | 'change' | 'remove' {
  if (before === null) return 'add';
  return after === null ? 'remove' : 'change';
}
