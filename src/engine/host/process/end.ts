/** ms after which a process ends although something would keep it. */
const MOMENT = 500;

let isEnding = false;

/**
 * Ends the process: as soon as nothing keeps it, or after a moment; the first call decides the code. `process.exit` at once
 * waits for the threads in which V8 compiles, and one of them that needs a garbage collection waits for the thread that it
 * would run in, for ever (nodejs/node#54918): a process that has just started, or worked, compiles nearly always.
 */
export function endProcess(code: number): void {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  // Of a process of a cluster, it would keep it for the whole moment.
  process.channel?.unref();
  setTimeout(() => process.exit(code), MOMENT).unref();
}
