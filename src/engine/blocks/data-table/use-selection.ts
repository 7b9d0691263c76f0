import { useState } from 'react';

/** A row that can be chosen: rows of answers carry an id. */
function idOf(row: unknown): number | null {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return typeof id === 'number' ? id : null;
}

/** Which rows are chosen. Rows that are no longer shown are no longer chosen: nobody acts on what is out of sight. */
export function useSelection(
  rows: readonly unknown[],
  choosable: ((row: unknown) => boolean) | undefined,
  search: string,
) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  /** The filters of which everything is chosen; other filters find something else. */
  const [everythingOf, setEverythingOf] = useState<string | null>(null);
  const open = rows.flatMap((row) => {
    const id = idOf(row);
    return id !== null && (choosable?.(row) ?? true) ? [{ id, row }] : [];
  });
  const chosen = open.filter(({ id }) => picked.has(id));
  const all = open.length > 0 && chosen.length === open.length;
  return {
    /** What the filter finds on other pages is chosen, too. */
    everything: all && everythingOf === search,
    chooseEverything: (on: boolean) => setEverythingOf(on ? search : null),
    ids: chosen.map(({ id }) => id),
    rows: chosen.map(({ row }) => row),
    all,
    some: chosen.length > 0 && chosen.length < open.length,
    may: (row: unknown) => open.some(({ id }) => id === idOf(row)),
    has: (row: unknown) => chosen.some(({ id }) => id === idOf(row)),
    pick(row: unknown, on: boolean) {
      const id = idOf(row);
      if (id === null) return;
      const next = new Set(picked);
      if (on) next.add(id);
      else next.delete(id);
      setPicked(next);
      setEverythingOf(null);
    },
    pickAll: (on: boolean) => {
      setPicked(new Set(on ? open.map(({ id }) => id) : []));
      setEverythingOf(null);
    },
  };
}

export type RowSelection = ReturnType<typeof useSelection>;
