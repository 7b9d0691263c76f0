import { type Change, isOfShop } from './changes.ts';
import type { Listening } from './listen.ts';
import type { Db } from './schema.ts';

/** Entries of one kind that a process keeps. */
export interface Kept {
  /** Drops what the change concerns; everything for null. */
  drop(change: Change | null): void;
}

/** What a process keeps of one database. */
interface Memory {
  /** Null until the process hears of changes. */
  listening: Listening | null;
  kept: Map<object, Kept>;
  edition: number;
}

/** One for each database, so that two shops in one process never see each other's. */
const memories = new WeakMap<Db, Memory>();

function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? { listening: null, kept: new Map(), edition: 0 };
  memories.set(db, memory);
  return memory;
}

/** The entries of this kind; `create` makes the place for the first. */
export function keptIn<Own extends Kept>(db: Db, kind: object, create: () => Own): Own {
  const { kept } = memoryOf(db);
  const own = (kept.get(kind) as Own | undefined) ?? create();
  kept.set(kind, own);
  return own;
}

/** From now on the process hears of changes. */
export function startHearing(db: Db, listening: Listening): void {
  memoryOf(db).listening = listening;
}

/** Whether what has changed would be known by now: otherwise nothing may be taken from memory. A transaction reads rows. */
export function hearsChanges(db: Db): boolean {
  return !db.isTransaction && (memories.get(db)?.listening?.isCurrent() ?? false);
}

/** Drops what a change concerns; everything for null, when changes may have been missed. */
export function dropChanged(db: Db, change: Change | null): void {
  const memory = memoryOf(db);
  const everything = change === null || isOfShop(change);
  for (const kept of memory.kept.values()) kept.drop(everything ? null : change);
  if (everything) memory.edition += 1;
}

/** The number of times that everything was dropped: what was made from an earlier edition is stale. */
export const editionOf = (db: Db): number => memoryOf(db).edition;
