import { DatabaseOutage } from '../kernel/db/outage.ts';
import type { Serving } from './serve.ts';

/** Seconds for requests in progress when the process is to end. */
const GRACE = 10;

/** Milliseconds in which the load balancer notices by `/readyz` that this process drains. */
const DRAIN = 2000;

/**
 * Decides what ends the process and what does not.
 *
 * - `SIGINT`, `SIGTERM`: it drains, answers the requests in progress, and exits with 0.
 * - An uncaught exception or rejection: the state of the process is unknown. It is logged, the process shuts down in the
 *   same way and exits with 1, to be restarted by its supervisor.
 * - An outage of the database does not: the interrupted code handles it (`db/outage.ts`).
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

  // The embedded database serves one process: there is no other to take the requests.
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
