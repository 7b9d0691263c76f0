import type { Compile, Unread } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { FileChange, SaveAnswer, StudioFile } from '../protocol.ts';
import { type ConfigFolder, FileError } from './config-folder.ts';

/** Everything that the compiler reads. */
export interface ProjectTexts {
  files: ReadonlyMap<string, string>;
  unread: ReadonlyMap<string, Unread>;
}

export interface SaveSettings {
  folder: ConfigFolder;
  compile: Compile;
  /** The project as it is on the disk. */
  read: () => Promise<ProjectTexts>;
}

const identityOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.zh}`;

/** Errors that come with the changes: what was wrong before is no reason to refuse them. */
function newErrors(compile: Compile, { files, unread }: ProjectTexts, after: ReadonlyMap<string, string>) {
  const known = new Set(compile(files, { unread }).offenses.map(identityOf));
  return compile(after, { unread }).offenses.filter(
    (offense) => offense.severity === 'error' && !known.has(identityOf(offense)),
  );
}

/** The compiler reads no mark of byte order. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

function withChanges(
  files: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): Map<string, string> {
  const after = new Map(files);
  for (const { path, text } of changes) {
    if (text === null) after.delete(path);
    else after.set(path, withoutMark(text));
  }
  return new Map([...after].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Saves all of the changes or none, one save after the other. */
export function createSave({ folder, compile, read }: SaveSettings) {
  let last: Promise<unknown> = Promise.resolve();

  async function save(changes: readonly FileChange[]): Promise<SaveAnswer> {
    const before = new Map<string, StudioFile | null>();
    for (const { path } of changes) before.set(path, await folder.read(path));
    const stale = changes.filter(({ path, version }) => (before.get(path)?.version ?? null) !== version);
    if (stale.length > 0) {
      const present = Object.fromEntries(stale.map(({ path }) => [path, before.get(path) ?? null]));
      return { ok: false, reason: 'conflict', present };
    }
    const project = await read();
    const offenses = newErrors(compile, project, withChanges(project.files, changes));
    if (offenses.length > 0) return { ok: false, reason: 'offenses', offenses };
    const versions: Record<string, string | null> = {};
    try {
      for (const { path, text } of changes) versions[path] = await folder.write(path, text);
    } catch (fault) {
      for (const path of Object.keys(versions)) await folder.write(path, before.get(path)?.text ?? null);
      throw fault;
    }
    return { ok: true, versions };
  }

  return (changes: readonly FileChange[]): Promise<SaveAnswer> => {
    const next = last
      .then(() => save(changes))
      .catch((fault: unknown): SaveAnswer => {
        if (!(fault instanceof FileError)) throw fault;
        return { ok: false, reason: 'file', path: fault.path, detail: fault.detail };
      });
    last = next.catch(() => {});
    return next;
  };
}
