import type { Priority } from './gate.ts';

/** When pages are made. */
export interface RenderingTurns {
  /** Resolves when a page may begin to load its data: those of high priority first, then in the order in which they came. */
  begin: (priority: Priority) => Promise<void>;
  /** Resolves when a page whose data is there may be rendered. */
  next: () => Promise<void>;
}

/**
 * Gives each page a turn of the event loop of its own to be rendered in. The data of many pages comes at the same moment
 * under load; if all of them were rendered then, nothing else would be read or answered meanwhile.
 *
 * While a page waits to be rendered no other begins: what it loaded would only be kept until its turn comes, long enough
 * for the collector to move all of it. However slow the data of a page is to come, it holds up no other.
 */
export function createRenderingTurns(): RenderingTurns {
  const waiting: Record<Priority, (() => void)[]> = { high: [], normal: [] };
  let isScheduled = false;
  let ready = 0;
  let last = Promise.resolve();

  /** One begins in a turn, so that it is known how many at once are enough. */
  function schedule(): void {
    if (isScheduled || ready > 0 || waiting.high.length + waiting.normal.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (ready === 0) (waiting.high.shift() ?? waiting.normal.shift())?.();
      schedule();
    });
  }

  function render(start: () => void): void {
    ready -= 1;
    schedule();
    start();
  }

  return {
    begin: (priority) =>
      new Promise((resolve) => {
        waiting[priority].push(resolve);
        schedule();
      }),
    next() {
      ready += 1;
      last = last.then(() => new Promise((resolve) => setImmediate(render, resolve)));
      return last;
    },
  };
}
