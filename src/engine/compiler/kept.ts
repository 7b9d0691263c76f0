import type { FileFacts } from './facts/facts.ts';
import { fileKind } from './schema/file-kind.ts';

/** A file without any finding: its text, the value that it was parsed to, and its facts. */
export interface KeptFile {
  text: string;
  value: unknown;
  facts: FileFacts;
}

/**
 * What a compilation leaves to a compiler of another process, so that it processes little more than the files that have
 * changed in between. Plain data; only of use to the same compiler.
 */
export interface Kept {
  declarations: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, KeptFile>;
}

/** The texts on which the findings of any file may depend: all but pages, of which none declares what another one reads. */
export function declarationsIn(files: ReadonlyMap<string, string>): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const [path, text] of files) {
    const kind = fileKind(path);
    if (kind === 'shell') declarations.set(path, '');
    else if (kind !== 'page' && kind !== 'errors') declarations.set(path, text);
  }
  return declarations;
}
