import type { Priority } from './gate.ts';

/** Milliseconds that a turn should take: so long may a connection wait to be taken, and a refusal to be said. */
const LENGTH = 40;

/** Pieces of work that begin in one turn: at least, whatever else makes turns long, and at most. So many may always wait. */
const LEAST = 8;
export const MOST = 100;

/** Pieces that begin in a turn before it is known how long they take. */
export const AT_FIRST = 25;

/** Pieces by which it is known: fewer say less, since what else was done in their turn counts as theirs. */
const KNOWN_BY = 32;

/** Work that waits for its turn. */
export interface Turns {
  /** Whether so much waits that one more of this priority would begin too late. */
  isFull(priority: Priority): boolean;
  /** Resolves when the work may begin: what is of high priority first, then in the order in which it came. */
  next(priority: Priority): Promise<void>;
}

type Begin = () => void;

/**
 * Lets work begin a little at a time. What is answered from memory is done before the event loop goes on: if all that has
 * arrived began at once, nothing else would be read meanwhile, and a rush would wait for its own end rather than be refused.
 * How much fits into a turn is learned from how long turns take.
 * @param maxTurns after which work begins at the latest; what would have to wait longer is better refused
 */
export function createTurns(maxTurns: number): Turns {
  const waiting: Record<Priority, Begin[]> = { high: [], normal: [] };
  /** Milliseconds that a piece takes. */
  let cost = LENGTH / AT_FIRST;
  let last: { began: number; at: number } | null = null;
  let isScheduled = false;

  const fits = () => Math.floor(Math.min(MOST, Math.max(LEAST, LENGTH / cost)));

  function learn(now: number): void {
    if (!last) return;
    const { began, at } = last;
    cost += ((now - at) / began - cost) * Math.min(1, began / KNOWN_BY);
  }

  function turn(): void {
    const now = performance.now();
    learn(now);
    const room = fits();
    const high = waiting.high.splice(0, room);
    const beginning = [...high, ...waiting.normal.splice(0, room - high.length)];
    isScheduled = beginning.length > 0;
    last = isScheduled ? { began: beginning.length, at: now } : null;
    // To look how long it took, if nothing more is to begin.
    if (isScheduled) setImmediate(turn);
    for (const begin of beginning) begin();
  }

  return {
    isFull: (priority) =>
      waiting.high.length + (priority === 'high' ? 0 : waiting.normal.length) >=
      Math.max(MOST, maxTurns * fits()),
    next: (priority) =>
      new Promise((resolve) => {
        waiting[priority].push(resolve);
        if (!isScheduled) setImmediate(turn);
        isScheduled = true;
      }),
  };
}
