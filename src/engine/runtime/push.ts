import type { Visibility } from './visibility.ts';

/** Receives the names of the calls whose answers have changed. */
type ChangeListener = (calls: readonly string[]) => void;

/**
 * Opens a stream on which the server names such calls, from `since` on (seconds): changes from before the stream was
 * open come first. The returned function closes it. Given by the browser entry.
 */
export type OpenStream = (calls: readonly string[], since: number, listener: ChangeListener) => () => void;

/** Subscribes to changes of a call's answer, until the returned function is called. */
export type Watch = (call: string, act: () => void) => () => void;

/** Milliseconds that a change of the subscriptions waits for the next: a page replaces its entries one by one. */
const RECONNECT_DELAY = 50;

/** Seconds: how far the clock here may be ahead of the server's, with the time from the first request to the stream. */
const CLOCK_MARGIN = 2;

export interface WatchSettings {
  open: OpenStream;
  visibility: Visibility;
  /** The server's clock, seconds. */
  now: () => number;
  /** When the first data was requested, seconds. */
  since: number;
}

/**
 * One stream for all subscriptions of a page. It is open while the page is visible, since browsers allow a site few
 * connections at a time; changes of the meantime are delivered when the page is visible again.
 */
export function createWatch({ open, visibility, now, since }: WatchSettings): Watch {
  const watched = new Map<string, Set<() => void>>();
  let stream: { names: string; close: () => void } | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  /** Until when all changes were received, seconds. */
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
