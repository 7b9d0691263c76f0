import { asList, asObject, objectEntries } from '#engine/compiler/json.ts';
import { CommandError } from '../../arguments.ts';
import { jsonText } from './json-text.ts';

/** What a part of the document was written as: its name in the config, and its fingerprint then. */
export interface Written {
  name: string;
  hash: string;
}

/** What was imported of one document. */
export interface LockedDocument {
  title: string;
  /** The file or the address. */
  from: string;
  /** By operation: `GET /pets/{id}`. */
  calls: Map<string, Written>;
  /** By definition: `#/components/schemas/Pet`. */
  entities: Map<string, Written>;
}

const VERSION = 1;

const NOTE =
  'storewright import 的记录，据此知道哪些是手改的：请提交，不要手改 / what storewright import has written, by which it knows edits by hand: commit it, do not edit it';

const writtenIn = (value: unknown): Map<string, Written> =>
  new Map(
    objectEntries(value).map(([key, { name, hash }]) => [key, { name: String(name), hash: String(hash) }]),
  );

/** Throws a `CommandError` for a text that is no lock: without it, every edit by hand would be lost. */
export function readLock(text: string | undefined, path: string): LockedDocument[] {
  if (text === undefined) return [];
  try {
    const lock = asObject(JSON.parse(text));
    if (lock['version'] !== VERSION) throw new Error(`version ${String(lock['version'])}`);
    return asList(lock['documents']).map((document) => {
      const { title, from, calls, entities } = asObject(document);
      return {
        title: String(title),
        from: String(from),
        calls: writtenIn(calls),
        entities: writtenIn(entities),
      };
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `读不懂 ${path}，从 Git 里恢复它；或连同导入的接口与实体一起删掉，重新导入 / cannot read ${path}: restore it from Git, or remove it with the imported calls and entities to import anew (${detail})`,
    );
  }
}

const sorted = (written: ReadonlyMap<string, Written>) =>
  Object.fromEntries([...written].toSorted(([a], [b]) => (a < b ? -1 : 1)));

export const lockText = (documents: readonly LockedDocument[]): string =>
  jsonText({
    note: NOTE,
    version: VERSION,
    documents: documents.map(({ title, from, calls, entities }) => ({
      title,
      from,
      calls: sorted(calls),
      entities: sorted(entities),
    })),
  });

/** The document of an earlier run: of the same title, else from the same place. */
export const sameDocument = (
  documents: readonly LockedDocument[],
  { title, from }: Pick<LockedDocument, 'title' | 'from'>,
): LockedDocument | undefined =>
  documents.find((one) => one.title === title) ?? documents.find((one) => one.from === from);
