import { countEachAtMost, type Rows, type StateOptions } from './count-at-most.ts';
import type { Db } from './schema.ts';

/** A tab above a list with its number of rows: all of them, or those in one state. */
interface Tab<State extends string> {
  value: State | '';
  label: string;
  count: number;
}

/** How many rows a list has, in all and in each state. */
interface Tally<State extends string> {
  /** 全部 first, then every state in the order of its texts. */
  counts: Tab<State>[];
  /** Rows in that state; all of them without one. */
  totalOf: (state?: State) => number;
}

/**
 * Counts of a list by state, for its tabs.
 * @param counted the number of rows in each state that occurs
 * @param texts state -> its label, for every state
 */
export function tally<State extends string>(
  counted: readonly { state: State; total: number }[],
  texts: Readonly<Record<State, string>>,
): Tally<State> {
  const totals = new Map(counted.map(({ state, total }) => [state, total]));
  const all = counted.reduce((sum, { total }) => sum + total, 0);
  return tallyOf(texts, (state) => (state === undefined ? all : (totals.get(state) ?? 0)));
}

/**
 * The same for a list that never stops growing: each tab is counted on its own, up to `MOST_COUNTED`.
 * @param inState the rows of the list in that state; all of them without one
 */
export async function tallyAtMost<State extends string>(
  db: Db,
  texts: Readonly<Record<State, string>>,
  inState: (state?: State) => Rows,
  options?: StateOptions,
): Promise<Tally<State>> {
  return tallyOf(texts, await countEachAtMost(db, Object.keys(texts) as State[], inState, options));
}

/** The tabs of texts whose rows are counted already. */
export function tallyOf<State extends string>(
  texts: Readonly<Record<State, string>>,
  totalOf: (state?: State) => number,
): Tally<State> {
  const states = Object.entries(texts) as [State, string][];
  return {
    counts: [
      { value: '', label: '全部', count: totalOf(undefined) },
      ...states.map(([value, label]) => ({ value, label, count: totalOf(value) })),
    ],
    totalOf,
  };
}
