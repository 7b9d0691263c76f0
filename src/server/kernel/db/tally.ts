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
  totalOf: (state: State | undefined) => number;
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
  const totalOf = (state: State | undefined) => (state === undefined ? all : (totals.get(state) ?? 0));
  const states = Object.entries(texts) as [State, string][];
  return {
    counts: [
      { value: '', label: '全部', count: all },
      ...states.map(([value, label]) => ({ value, label, count: totalOf(value) })),
    ],
    totalOf,
  };
}
