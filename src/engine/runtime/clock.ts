import { atom, type createStore } from 'jotai/vanilla';

type Store = ReturnType<typeof createStore>;

const secondsAtom = atom(0);

/** The server's clock in seconds; moves on each second once the browser has started it. */
export const nowAtom = atom((get) => get(secondsAtom));

/** A timestamp of 10 digits is in seconds (spec §9), one of 13 in milliseconds; anything else is none. */
export function toSeconds(timestamp: unknown): number | undefined {
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return undefined;
  if (timestamp >= 1e9 && timestamp < 1e10) return Math.floor(timestamp);
  return timestamp >= 1e12 && timestamp < 1e13 ? Math.floor(timestamp / 1000) : undefined;
}

export interface Clock {
  /** Seconds. */
  now(): number;
  /** Sets the clock to a moment that the server sent. */
  set(seconds: number): void;
  /** Ticks each second until the returned function is called. */
  start(): () => void;
}

/** The clock of one session, counted from the server's moment by time passed, so that a wrong or changed local clock does not matter. */
export function createClock(store: Store, seconds: number): Clock {
  let base = seconds;
  let since = performance.now();

  const now = () => base + Math.floor((performance.now() - since) / 1000);
  const show = () => store.set(secondsAtom, now());
  show();

  return {
    now,
    set(moment) {
      base = moment;
      since = performance.now();
      show();
    },
    start() {
      const timer = setInterval(show, 1000);
      return () => clearInterval(timer);
    },
  };
}
