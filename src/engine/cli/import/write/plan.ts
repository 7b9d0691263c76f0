import { asObject } from '#engine/compiler/json.ts';
import type { CallConfig } from '#engine/generated/schemas.ts';
import { CommandError } from '../../arguments.ts';
import { typesOfCall } from '../call/types-of-call.ts';
import type { Entity } from '../schema/entities.ts';
import type { TranslatedCall, TranslatedDocument } from '../translate-document.ts';
import { ApiFile } from './api-file.ts';
import type { LockedDocument, Written } from './lock.ts';
import type { Planned } from './outcome.ts';
import { type FileHead, indexCalls, planCalls } from './plan-calls.ts';
import { dropEntities, type Files, planEntities } from './plan-entities.ts';

/** What an import does to the files of a shop. */
export interface Plan {
  calls: readonly Planned[];
  entities: readonly Planned[];
  /** Every entity that the imported calls need. */
  needed: readonly Entity[];
  /** Path -> new text, or null for a file that goes: those that change, and no other. */
  changes: ReadonlyMap<string, string | null>;
  locked: LockedDocument;
  /** The files of calls as they will be. */
  api: ReadonlyMap<string, ApiFile>;
}

/** What a plan is made of. */
export interface Planning {
  document: TranslatedDocument;
  /** The calls to import; the others stay as they are. */
  chosen: readonly TranslatedCall[];
  /** The texts of the project. */
  files: ReadonlyMap<string, string>;
  locked: LockedDocument;
  /** Folder of the shop's entities. */
  entityFolder: string;
  head: FileHead;
}

const API_FILE = /^config\/api\/[^/]+\.yaml$/;

export function makePlan({ document, chosen, files, locked: before, entityFolder, head }: Planning): Plan {
  const api = indexCalls(readApi(files));
  const locked = { ...before, calls: withMoved(before.calls, document.calls) };
  const { planned, written } = planCalls(chosen, api, locked.calls, head);
  const known = new Set(document.calls.map(({ operation }) => operation.key));
  const chosenKeys = new Set(chosen.map(({ operation }) => operation.key));
  const others = [...locked.calls].filter(([key]) => known.has(key) && !chosenKeys.has(key));
  const calls = [...planned, ...removeCalls(locked.calls, known, api.files)];

  const after: Files = new Map(files);
  for (const [path, file] of api.files)
    if (file.text !== files.get(path)) after.set(path, textWithout(file, head(path)));
  const declared = declarationsIn(api.files.values());
  const pathOf = (name: string) => `${entityFolder}/${name}.schema.json`;
  const typesOf = (names: readonly string[]) =>
    names.flatMap((name) => typesOfCall(declared.get(name) ?? {}));
  const own = planned
    .filter(({ outcome }) => outcome !== 'taken' && outcome !== 'failed')
    .map(({ name }) => name);
  const needed = document.entities.reach(typesOf(own));
  const retained = document.entities.reach(typesOf(others.map(([, { name }]) => name)));
  const entities = planEntities(needed.values(), after, pathOf, locked.entities);
  const writtenNames = new Set([...entities.written.values()].map(({ name }) => name));
  const isRetained = ([, { name }]: [string, Written]) => retained.has(name);
  const rest = [...locked.entities].filter(([, { name }]) => !writtenNames.has(name));
  const dropped = new Map(rest.filter((entry) => !isRetained(entry)));
  const used = new Set(typesOf([...declared.keys()]));
  return {
    calls,
    entities: [...entities.planned, ...dropEntities(dropped, after, pathOf, used)],
    needed: [...needed.values()],
    changes: new Map([...after].filter(([path, text]) => text !== (files.get(path) ?? null))),
    locked: {
      title: locked.title,
      from: locked.from,
      calls: new Map([...others, ...written]),
      entities: new Map([...rest.filter(isRetained), ...entities.written]),
    },
    api: api.files,
  };
}

/** What was written, with operations that have moved to another path under their new keys: they have kept their names. */
function withMoved(
  locked: ReadonlyMap<string, Written>,
  calls: readonly TranslatedCall[],
): Map<string, Written> {
  const keyOf = new Map(calls.map(({ operation, name }) => [name, operation.key]));
  return new Map([...locked].map(([key, own]) => [keyOf.get(own.name) ?? key, own]));
}

/** A file that has lost all its calls goes, unless a person has written something into it. */
function textWithout({ calls, text }: ApiFile, head: string): string | null {
  if (calls.length > 0) return text;
  return text.trim() === head.trim() ? null : `${text.trimEnd()}\n{}\n`;
}

/** Throws a `CommandError` where a file of calls cannot be read: what is in it is not known. */
export function readApi(files: ReadonlyMap<string, string>): Map<string, ApiFile> {
  const read = new Map<string, ApiFile>();
  for (const [path, text] of files) {
    if (!API_FILE.test(path)) continue;
    const file = ApiFile.read(text);
    if (file === undefined)
      throw new CommandError(
        `${path} 读不懂，先用 npm run check 改好 / cannot be read: repair it first, npm run check says how`,
      );
    read.set(path, file);
  }
  return read;
}

/** Every call of the config as it will be. */
const declarationsIn = (files: Iterable<ApiFile>): Map<string, CallConfig> =>
  new Map(
    [...files].flatMap(({ calls }) => calls.map(({ name, value }) => [name, asObject(value) as CallConfig])),
  );

/** Takes the calls out whose operations are gone from the document, unless they were edited by hand. */
function removeCalls(
  locked: ReadonlyMap<string, Written>,
  known: ReadonlySet<string>,
  files: ReadonlyMap<string, ApiFile>,
): Planned[] {
  return [...locked].flatMap(([key, { name, hash }]): Planned[] => {
    if (known.has(key)) return [];
    const [path, file] = [...files].find(([, one]) => one.fingerprint(name) !== undefined) ?? [];
    if (path === undefined || file === undefined) return [];
    const isEdited = file.fingerprint(name) !== hash;
    if (!isEdited) file.remove(name);
    return [{ key, name, file: path, outcome: isEdited ? 'orphaned' : 'removed' }];
  });
}
