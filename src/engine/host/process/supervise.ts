import type { FastifyInstance } from 'fastify';
import { endProcess } from './end.ts';

/** Seconds for requests in progress when the process is to end. */
const GRACE = 10;

/** What runs in this process, and how it ends. */
export interface Supervised {
  app: Pick<FastifyInstance, 'log' | 'drain'>;
  /** Answers the requests in progress, then stops everything else. */
  close: () => Promise<void>;
  /** Milliseconds in which a load balancer notices by `/readyz` that this process drains, at least; 0 where there is no other to take over. */
  drainFor?: number;
  /** What is logged of a fault that nobody caught but that the process survives, such as a break of its database. */
  survives?: (fault: unknown) => string | undefined;
}

/**
 * Decides what ends the process and what does not.
 *
 * - `SIGINT`, `SIGTERM`: it drains, answers the requests in progress, and exits with 0.
 * - An uncaught exception or rejection: the state of the process is unknown. It is logged, the process shuts down in the
 *   same way and exits with 1, to be restarted by its supervisor; but for those that it survives.
 */
export function superviseProcess({ app, close, drainFor = 0, survives }: Supervised): void {
  const { log } = app;
  let stopping = false;

  async function stop(code: number, drain: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    const grace = setTimeout(() => process.exit(1), GRACE * 1000).unref();
    await app.drain(drain);
    await close().catch((fault: unknown) => {
      log.error({ stack: fault instanceof Error ? fault.stack : String(fault) }, 'close');
    });
    clearTimeout(grace);
    endProcess(code);
  }

  process.once('SIGTERM', () => void stop(0, drainFor));
  process.once('SIGINT', () => void stop(0, 0));
  process.on('uncaughtException', (fault: unknown, origin) => {
    const survived = survives?.(fault);
    const text = fault instanceof Error ? fault.message : String(fault);
    if (survived !== undefined) return log.warn({ reason: text, origin }, survived);
    log.fatal({ stack: fault instanceof Error ? fault.stack : text, origin }, 'uncaught');
    void stop(1, 0);
  });
}
