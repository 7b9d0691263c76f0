/** `high` is refused last under overload. */
export type Priority = 'normal' | 'high';

/** How much is begun at once, in units of one call of the API, and what counts as too slow. */
export interface LoadLimits {
  /** Normal work under way at most, and at least, whatever its pace. */
  max: number;
  min: number;
  /** How many times as much of all work there may be before high priority is refused too. */
  highPriorityFactor: number;
  /** Milliseconds that a piece of work should take; where it takes longer, less is begun. */
  duration: number;
  /** Milliseconds by which the event loop may be late, on average over the last sample, before normal work is refused. */
  maxDelay: number;
  /** Turns of the event loop for which work may wait before it begins. */
  maxTurns: number;
  /** Milliseconds that work waits for room where it may wait, and how much of either priority waits at once. */
  patience: number;
  maxWaiting: number;
}

/**
 * One thread does the work, so more of it at once only makes everything wait. What buyers need to finish an order may
 * take several times as much room as looking around, which leaves it the greater part.
 */
export const LIMITS: LoadLimits = {
  max: 400,
  min: 24,
  highPriorityFactor: 4,
  duration: 1000,
  maxDelay: 300,
  maxTurns: 5,
  patience: 200,
  maxWaiting: 40,
};

/** How much more may be begun for each unit of work that was quick enough. */
const GROWTH = 0.1;

/** Admitted work. */
export interface Pass {
  /** Gives the room back for a while. */
  suspend(): void;
  resume(): void;
  /** Gives it back for good. */
  leave(): void;
}

/** Admits or refuses work. */
export interface LoadGate {
  /** Begins work of this weight. Null: refused. */
  enter: (priority: Priority, weight: number) => Pass | null;
  /**
   * Begins it as soon as there is room: a rush that is over in a moment is no overload. Null: there was none while it waited,
   * or too much waits already.
   */
  enterSoon: (priority: Priority, weight: number) => Promise<Pass | null>;
  /** Whether too much of this priority waits already. */
  isCrowded: (priority: Priority) => boolean;
}

/** Work that waits for room. */
interface Waiting {
  weight: number;
  admit: (pass: Pass) => void;
}

/**
 * A bound on the work under way that follows its pace: half as much once a second while work takes too long, a little more
 * with each piece that does not.
 * @param delay milliseconds by which the event loop is late at present
 */
export function createGate(limits: LoadLimits, delay: () => number): LoadGate {
  const { max, min, highPriorityFactor, duration, patience, maxWaiting } = limits;
  const waiting: Record<Priority, Waiting[]> = { high: [], normal: [] };
  let working = 0;
  let bound = (min + max) / 2;
  let halved = 0;

  function learn(took: number, weight: number, now: number): void {
    if (took <= duration) bound = Math.min(max, bound + GROWTH * weight);
    else if (now - halved > duration) {
      bound = Math.max(min, bound / 2);
      halved = now;
    }
  }

  function isFull(priority: Priority, weight: number): boolean {
    // What is heavier than the whole bound is let in when nothing else is under way.
    if (working === 0) return false;
    if (priority === 'high') return working + weight > bound * highPriorityFactor;
    // Little work and a late event loop: something long held it up, not a rush.
    const late = working > min && delay() > limits.maxDelay;
    return late || working + weight > bound;
  }

  function begin(weight: number): Pass {
    working += weight;
    let active = true;
    let since = performance.now();
    let left = false;
    const set = (next: boolean) => {
      if (next === active || left) return;
      working += next ? weight : -weight;
      active = next;
      if (!next) beginWaiting();
    };
    return {
      suspend: () => set(false),
      resume() {
        since = performance.now();
        set(true);
      },
      leave() {
        if (left) return;
        set(false);
        left = true;
        const now = performance.now();
        learn(now - since, weight, now);
      },
    };
  }

  function beginWaiting(): void {
    for (const priority of ['high', 'normal'] as const) {
      const queue = waiting[priority];
      while (queue[0] && !isFull(priority, queue[0].weight)) {
        const { weight, admit } = queue[0];
        queue.shift();
        admit(begin(weight));
      }
    }
  }

  const isCrowded = (priority: Priority) => waiting[priority].length >= maxWaiting;

  return {
    enter: (priority, weight) => (isFull(priority, weight) ? null : begin(weight)),
    async enterSoon(priority, weight) {
      const queue = waiting[priority];
      if (queue.length === 0 && !isFull(priority, weight)) return begin(weight);
      if (isCrowded(priority)) return null;
      return new Promise((resolve) => {
        const one: Waiting = {
          weight,
          admit(pass) {
            clearTimeout(timer);
            resolve(pass);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(one), 1);
          resolve(null);
        }, patience);
        queue.push(one);
      });
    },
    isCrowded,
  };
}
