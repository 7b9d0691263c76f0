import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work has sent to the database so far. */
export interface Sent {
  /** A statement that changes rows; when the database breaks after it, nobody knows whether it took effect. */
  writes: boolean;
}

const current = new AsyncLocalStorage<Sent>();

/** Statements that change nothing by themselves. */
const HARMLESS = /^\s*(?:select|begin|start|commit|rollback|savepoint|release|set|listen|explain)\b/i;

/** Runs the work; `sent` follows what it sends. */
export function observeWrites<Result>(sent: Sent, work: () => Promise<Result>): Promise<Result> {
  return current.run(sent, work);
}

/** Notes a statement that is about to leave. */
export function noteStatement(text: string): void {
  const sent = current.getStore();
  if (sent && !sent.writes && !HARMLESS.test(text)) sent.writes = true;
}
