import type { Visibility } from './visibility.ts';

/** Hears which calls answer something new. */
type Hear = (calls: readonly string[]) => void;

/**
 * Opens a line on which the server names such calls, from `since` on (seconds): what it said before the line stood
 * comes first. The answer closes it. Given by the browser entry.
 */
export type OpenLine = (calls: readonly string[], since: number, hear: Hear) => () => void;

/** Calls `act` whenever the server says that a call answers something new, until the returned function is called. */
export type Watch = (call: string, act: () => void) => () => void;

/** Milliseconds that a change of what is watched waits for the next: a page exchanges its entries one by one. */
const SETTLING = 50;

/** Seconds by which the clock here may be ahead of the server's, and of the asking that came before the line. */
const MARGIN = 2;

export interface WatchSettings {
  open: OpenLine;
  visibility: Visibility;
  /** The server's clock, seconds. */
  now: () => number;
  /** When the first data was asked, seconds. */
  began: number;
}

/**
 * One line for everything that a page watches. It is open while the page can be seen, since browsers allow one site few
 * lines at a time; whatever was said meanwhile is made up for when the page is seen again.
 */
export function createWatch({ open, visibility, now, began }: WatchSettings): Watch {
  const watched = new Map<string, Set<() => void>>();
  let line: { names: string; close: () => void } | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Until when everything was heard. */
  let heard = began;

  const hear: Hear = (calls) => {
    for (const call of calls) for (const act of watched.get(call) ?? []) act();
  };

  function settle(): void {
    const names = visibility.hidden() ? '' : [...watched.keys()].toSorted().join(',');
    if (names === (line?.names ?? '')) return;
    if (line) heard = now();
    line?.close();
    line = names === '' ? null : { names, close: open(names.split(','), heard - MARGIN, hear) };
  }

  visibility.onChange(settle);

  return (call, act) => {
    const acts = watched.get(call) ?? new Set();
    watched.set(call, acts.add(act));
    const change = () => {
      clearTimeout(settling);
      settling = setTimeout(settle, SETTLING);
    };
    change();
    return () => {
      acts.delete(act);
      if (acts.size === 0 && watched.get(call) === acts) watched.delete(call);
      change();
    };
  };
}
