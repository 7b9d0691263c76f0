import type { Visibility } from './visibility.ts';

/** Hears which calls answer something new. */
type ChangeListener = (calls: readonly string[]) => void;

/**
 * Opens a line on which the server names such calls, from `since` on (seconds): what it said before the line stood
 * comes first. The answer closes it. Given by the browser entry.
 */
export type OpenStream = (calls: readonly string[], since: number, hear: ChangeListener) => () => void;

/** Calls `act` whenever the server says that a call answers something new, until the returned function is called. */
export type Watch = (call: string, act: () => void) => () => void;

/** Milliseconds that a change of what is watched waits for the next: a page exchanges its entries one by one. */
const RECONNECT_DELAY = 50;

/** Seconds by which the clock here may be ahead of the server's, and of the asking that came before the line. */
const CLOCK_MARGIN = 2;

export interface WatchSettings {
  open: OpenStream;
  visibility: Visibility;
  /** The server's clock, seconds. */
  now: () => number;
  /** When the first data was asked, seconds. */
  since: number;
}

/**
 * One line for everything that a page watches. It is open while the page can be seen, since browsers allow one site few
 * lines at a time; whatever was said meanwhile is made up for when the page is seen again.
 */
export function createWatch({ open, visibility, now, since }: WatchSettings): Watch {
  const watched = new Map<string, Set<() => void>>();
  let stream: { names: string; close: () => void } | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  /** Until when everything was heard. */
  let receivedUntil = since;

  const notify: ChangeListener = (calls) => {
    for (const call of calls) for (const act of watched.get(call) ?? []) act();
  };

  function reconnect(): void {
    const names = visibility.hidden() ? '' : [...watched.keys()].toSorted().join(',');
    if (names === (stream?.names ?? '')) return;
    if (stream) receivedUntil = now();
    stream?.close();
    stream =
      names === '' ? null : { names, close: open(names.split(','), receivedUntil - CLOCK_MARGIN, notify) };
  }

  visibility.onChange(reconnect);

  return (call, act) => {
    const listeners = watched.get(call) ?? new Set();
    watched.set(call, listeners.add(act));
    const scheduleReconnect = () => {
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(reconnect, RECONNECT_DELAY);
    };
    scheduleReconnect();
    return () => {
      listeners.delete(act);
      if (listeners.size === 0 && watched.get(call) === listeners) watched.delete(call);
      scheduleReconnect();
    };
  };
}
