import { AsyncLocalStorage } from 'node:async_hooks';

/** Records whether a piece of work has sent a write to the database. */
export interface WriteTracker {
  /** A statement that may change rows was sent: after an outage nobody knows whether it took effect. */
  writes: boolean;
}

const current = new AsyncLocalStorage<WriteTracker>();

/** Statements that change nothing. */
const READ_ONLY = /^\s*(?:select|begin|start|commit|rollback|savepoint|release|set|listen|explain)\b/i;

/** Runs the work; `tracker` is updated by the statements that it sends. */
export function trackWrites<Result>(tracker: WriteTracker, work: () => Promise<Result>): Promise<Result> {
  return current.run(tracker, work);
}

/** Called with each statement before it is sent. */
export function noteWrite(text: string): void {
  const tracker = current.getStore();
  if (tracker && !tracker.writes && !READ_ONLY.test(text)) tracker.writes = true;
}
