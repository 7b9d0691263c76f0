import { DatabaseOutage } from '../kernel/db/outage.ts';
import type { Serving } from './serve.ts';

/** Seconds that requests under way are given when the process is to end. */
const GRACE = 10;

/** Milliseconds in which whoever spreads the requests learns from `/readyz` to send them to another process. */
const DRAIN = 2000;

/**
 * What ends the process, and what does not; the one place for both.
 *
 * - `SIGINT`, `SIGTERM`: it drains, answers what is under way, and ends with 0.
 * - A fault that nobody caught, in a promise or an event: nobody knows what it left half done. It is logged, the process ends
 *   in the same order, with 1, and whoever runs it starts it anew.
 * - A break of the database never: what it cut off is answered by whoever was cut off (`db/outage.ts`).
 */
export function superviseProcess(serving: Pick<Serving, 'app' | 'store' | 'close'>): void {
  const { log } = serving.app;
  let stopping = false;

  async function stop(code: number, drain: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), GRACE * 1000).unref();
    serving.app.drain();
    await new Promise((resolve) => setTimeout(resolve, drain));
    await serving.close().catch((fault: unknown) => {
      log.error({ stack: fault instanceof Error ? fault.stack : String(fault) }, 'close');
    });
    process.exit(code);
  }

  // The embedded database serves one process: there is no other to send requests to.
  const drain = serving.store.engine === 'postgres' ? DRAIN : 0;
  process.once('SIGTERM', () => void stop(0, drain));
  process.once('SIGINT', () => void stop(0, 0));
  process.on('uncaughtException', (fault: unknown, origin) => {
    if (fault instanceof DatabaseOutage) {
      log.warn({ reason: fault.message, origin }, 'no database');
      return;
    }
    log.fatal({ stack: fault instanceof Error ? fault.stack : String(fault), origin }, 'uncaught');
    void stop(1, 0);
  });
}
