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

  /** What others have made of these files since the changes began; undefined while nothing. */
  async function conflictOf(changes: readonly FileChange[]): Promise<SaveAnswer | undefined> {
    const present: Record<string, StudioFile | null> = {};
    for (const { path, version } of changes) {
      const now = await folder.read(path);
      if ((now?.version ?? null) !== version) present[path] = now;
    }
    return Object.keys(present).length === 0 ? undefined : { ok: false, reason: 'conflict', present };
  }

  async function save(changes: readonly FileChange[]): Promise<SaveAnswer> {
    const stale = await conflictOf(changes);
    if (stale) return stale;
    const project = await read();
    const offenses = newErrors(compile, project, withChanges(project.files, changes));
    if (offenses.length > 0) return { ok: false, reason: 'offenses', offenses };
    const staged = await folder.stage(new Map(changes.map(({ path, text }) => [path, text])));
    try {
      /* Another process, an editor or git may have written them while they were compiled. */
      const late = await conflictOf(changes);
      if (late) return late;
      await staged.commit();
      return { ok: true, versions: staged.versions };
    } finally {
      await staged.discard();
    }
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
