import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asList } from '#engine/compiler/json.ts';
import { memo } from '#engine/compiler/memo.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { valueAt } from '#engine/compiler/source/pointer.ts';
import type { ChangedFiles, FileFault, StudioFiles } from '../protocol.ts';
import { CannotEdit, type EditProblem } from '../text/cannot-edit.ts';
import type { Change } from '../text/change.ts';
import { editText } from '../text/edit-text.ts';
import { sameValue } from '../text/same-value.ts';
import { fetchFiles, saveFiles } from './api.ts';
import { onFilesChanged } from './server-events.ts';
import { type Shop, type Shops, withoutMark } from './shop-model.ts';

/** Why a change was not made; the texts are what they were. */
export type Refused =
  | { reason: 'offenses'; offenses: readonly Offense[] }
  | { reason: 'edit'; problem: EditProblem }
  | { reason: 'conflict' }
  | { reason: 'file'; detail: FileFault }
  /** The development server does not answer. */
  | { reason: 'gone' };

/** Texts of files before and after one step; null for a file that is not there. */
type Step = ReadonlyMap<string, { before: string | null; after: string | null }>;

/** Steps that can be taken back, and those that were. */
interface History {
  undoable: readonly Step[];
  redoable: readonly Step[];
}

export interface Editing {
  shop: Shop;
  /** The texts of all files as they are now, whether they make a shop or not. */
  texts: ReadonlyMap<string, string>;
  /** What was wrong before anything was changed here, or is by hand. */
  offenses: readonly Offense[];
  folder: string;
  kinds: StudioFiles['kinds'];
  /**
   * Changes one file; answers why not, else undefined.
   * @param seen the text in which the places of the changes were seen: where a list holds other items by now, none of them
   *   is changed
   */
  change: (file: string, changes: readonly Change[], seen: string) => Promise<Refused | undefined>;
  /** Puts whole files in the place of what is there. */
  write: (texts: ReadonlyMap<string, string | null>) => Promise<Refused | undefined>;
  undo: () => Promise<Refused | undefined>;
  redo: () => Promise<Refused | undefined>;
  waiting: Waiting;
  canUndo: boolean;
  canRedo: boolean;
  /** Files that were changed here: path -> text before the first change. */
  touched: ReadonlyMap<string, string | null>;
  /** Reads the files again. */
  reload: () => Promise<void>;
}

/** The texts of all files, and of the schemas; one map for each, so that what follows from it is found again. */
export const textsOf = memo(
  ({ files, schemas }: StudioFiles): ReadonlyMap<string, string> =>
    new Map([
      ...Object.entries(files).map(([path, { text }]) => [path, text] as const),
      ...Object.entries(schemas),
    ]),
);

const identityOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.zh}`;

/** The files with some that are put in their places, and what the disk calls these versions as far as it has said. */
function withTexts(
  from: StudioFiles,
  texts: ReadonlyMap<string, string | null>,
  versions: Readonly<Record<string, string | null>>,
): StudioFiles {
  const files = { ...from.files };
  for (const [path, text] of texts) {
    if (text === null) delete files[path];
    else files[path] = { text, version: versions[path] ?? files[path]?.version ?? '' };
  }
  return { ...from, files };
}

/** What a change begins with: the list or block around it. */
function placeOf(text: string, change: Change): unknown {
  const pointer = change.kind === 'insert' ? change.list : change.at.slice(0, -1);
  return valueAt(valuesOf(text), pointer);
}

type Act = (...given: never[]) => Promise<unknown>;

/** How many edits are running or queued; subscribers are notified when the count changes. */
export interface Waiting {
  count: () => number;
  subscribe: (changed: () => void) => () => void;
}

/** A count that can be watched: a state would draw the whole studio again for each edit. */
function createWaiting(): Waiting & { add: (by: number) => void } {
  let count = 0;
  const watchers = new Set<() => void>();
  return {
    count: () => count,
    subscribe(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    add(by) {
      count += by;
      for (const watcher of watchers) watcher();
    },
  };
}

/** The same functions, each begun when those before it have ended: an edit is made in the texts that the last one left. */
function useInTurn<T extends Record<string, Act>>(acts: T): { inTurn: T; waiting: Waiting } {
  const [waiting] = useState(createWaiting);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  const [inTurn] = useState(() => {
    const wrapped = Object.keys(acts).map((name) => {
      const act = (...given: never[]) => {
        const turn = last.current.then(() => current.current[name]?.(...given));
        waiting.add(1);
        last.current = turn.catch(() => {}).finally(() => waiting.add(-1));
        return turn;
      };
      return [name, act] as const;
    });
    return Object.fromEntries(wrapped) as T;
  });
  return { inTurn, waiting };
}

const valuesOf = (text: string) => parseYaml(withoutMark(text)).value;

/** Is the item of a list that a change means by its place still there? */
function isWhereSeen(change: Change, seen: string, now: string): boolean {
  if (seen === now) return true;
  if (change.kind === 'insert')
    return (
      asList(valueAt(valuesOf(seen), change.list)).length ===
      asList(valueAt(valuesOf(now), change.list)).length
    );
  if (typeof change.at.at(-1) !== 'number') return true;
  return sameValue(valueAt(valuesOf(seen), change.at), valueAt(valuesOf(now), change.at));
}

/** The texts of the shop while they are edited: checked here, saved at once, undone across files. */
export function useEditing(first: StudioFiles, shops: Shops): Editing {
  const [disk, setDisk] = useState(first);
  const [history, setHistory] = useState<History>({ undoable: [], redoable: [] });
  const past = useRef(history);
  const [touched, setTouched] = useState<ReadonlyMap<string, string | null>>(new Map());
  const current = useRef(first);

  const texts = useMemo(() => textsOf(disk), [disk]);
  const { shop, offenses } = useMemo(() => shops.show(texts), [shops, texts]);
  if (shop === undefined)
    throw new Error(offenses.map(({ file, line, message }) => `${file}:${line} ${message.zh}`).join('\n'));

  const remember = useCallback((next: History) => {
    past.current = next;
    setHistory(next);
  }, []);
  const take = useCallback((next: StudioFiles) => {
    current.current = next;
    setDisk(next);
  }, []);
  const reload = useCallback(async () => take(await fetchFiles()), [take]);

  const save = useCallback(
    async (texts: ReadonlyMap<string, string | null>): Promise<Refused | undefined> => {
      const base = current.current;
      const next = withTexts(base, texts, {});
      const known = new Set(shops.check(textsOf(base)).map(identityOf));
      const added = shops.check(textsOf(next)).filter((one) => !known.has(identityOf(one)));
      if (added.length > 0) return { reason: 'offenses', offenses: added };
      const changes = [...texts].map(([path, text]) => ({
        path,
        text,
        version: base.files[path]?.version ?? null,
      }));
      /* Shown at once; what the disk refuses is taken back. */
      take(next);
      const answer = await saveFiles(changes).catch((fault: unknown) => {
        take(base);
        throw fault;
      });
      if (answer?.ok) {
        /* Nobody is shown a version. */
        current.current = withTexts(base, texts, answer.versions);
        return undefined;
      }
      take(base);
      if (answer === undefined) return { reason: 'gone' };
      if (answer.reason !== 'conflict') return answer;
      await reload();
      return { reason: 'conflict' };
    },
    [shops, reload, take],
  );

  const write = useCallback(
    async (texts: ReadonlyMap<string, string | null>) => {
      const { files } = current.current;
      const step: Step = new Map(
        [...texts].map(([path, after]) => [path, { before: files[path]?.text ?? null, after }] as const),
      );
      const refused = await save(texts);
      if (refused) return refused;
      remember({ undoable: [...past.current.undoable, step], redoable: [] });
      setTouched(
        (all) => new Map([...[...step].map(([path, { before }]) => [path, before] as const), ...all]),
      );
      return undefined;
    },
    [save, remember],
  );

  const change = useCallback(
    async (file: string, changes: readonly Change[], seen: string): Promise<Refused | undefined> => {
      const attempt = async () => {
        const text = current.current.files[file]?.text ?? '';
        const edited = changes.reduce(editText, text);
        return edited === text ? undefined : write(new Map([[file, edited]]));
      };
      /* The places that are shown are those of the last shop: in other texts they are other places. */
      if (shops.check(textsOf(current.current)).length > 0) return { reason: 'edit', problem: 'broken' };
      try {
        const before = current.current.files[file]?.text ?? '';
        const [first] = changes;
        if (first && !isWhereSeen(first, seen, before)) return { reason: 'conflict' };
        const refused = await attempt();
        if (refused?.reason !== 'conflict') return refused;
        const now = current.current.files[file]?.text ?? '';
        const isElsewhere = changes.every((one) => sameValue(placeOf(before, one), placeOf(now, one)));
        /* Somebody else has changed another place of the file: the change is made again in what it is now. */
        return isElsewhere ? await attempt() : refused;
      } catch (fault) {
        if (fault instanceof CannotEdit) return { reason: 'edit', problem: fault.problem };
        throw fault;
      }
    },
    [shops, write],
  );

  /** Whether nobody else has changed the files of a step since. */
  const isAsLeft = useCallback(
    (step: Step, side: 'before' | 'after') =>
      [...step].every(([path, texts]) => (current.current.files[path]?.text ?? null) === texts[side]),
    [],
  );

  /** Goes back over a step, or forward over it again, unless somebody else has changed its files since. */
  const goOver = useCallback(
    async (step: Step | undefined, from: 'before' | 'after', to: 'before' | 'after') => {
      if (step === undefined) return undefined;
      if (!isAsLeft(step, from)) return { reason: 'conflict' as const };
      return save(new Map([...step].map(([path, texts]) => [path, texts[to]] as const)));
    },
    [save, isAsLeft],
  );

  const undo = useCallback(async () => {
    const { undoable, redoable } = past.current;
    const step = undoable.at(-1);
    const refused = await goOver(step, 'after', 'before');
    if (!refused && step) remember({ undoable: undoable.slice(0, -1), redoable: [...redoable, step] });
    return refused;
  }, [goOver, remember]);

  const redo = useCallback(async () => {
    const { undoable, redoable } = past.current;
    const step = redoable.at(-1);
    const refused = await goOver(step, 'before', 'after');
    if (!refused && step) remember({ undoable: [...undoable, step], redoable: redoable.slice(0, -1) });
    return refused;
  }, [goOver, remember]);

  /** Reads the files again if any of these is another than is known here: not after a save from here. */
  const follow = useCallback(
    async (changed: ChangedFiles) => {
      const { files } = current.current;
      const isKnown = ([path, version]: [string, string | null]) =>
        (files[path]?.version ?? null) === version;
      if (!Object.entries(changed).every(isKnown)) await reload();
    },
    [reload],
  );

  const { inTurn, waiting } = useInTurn({ change, write, undo, redo, reload, follow });
  /* What is read again while a save is under way would be older than it. */
  useEffect(() => onFilesChanged((changed) => void inTurn.follow(changed)), [inTurn]);

  return {
    shop,
    texts,
    offenses,
    folder: disk.folder,
    kinds: disk.kinds,
    ...inTurn,
    waiting,
    canUndo: history.undoable.length > 0,
    canRedo: history.redoable.length > 0,
    touched,
  };
}
