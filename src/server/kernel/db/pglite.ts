import type { Duplex } from 'node:stream';
import { createBackOff } from './outage.ts';
import { type PgliteEngine, startEngine } from './pglite-engine.ts';
import { PgliteSocket } from './pglite-socket.ts';
import type { PgliteWorkerData } from './pglite-worker.ts';

/** PGlite in a thread of its own, reached by the PostgreSQL wire protocol. */
export interface PgliteServer {
  /** A stream for `pg`'s client in place of a socket. The engine has one session: use one client at a time. */
  connect(): Duplex;
  /** The whole data folder as a tar, to start another database from. */
  dump(): Promise<Uint8Array>;
  /** Called whenever the engine is available again after its thread had ended. */
  onRestart(act: () => void): void;
  close(): Promise<void>;
}

/**
 * Starts the engine in a worker, so that the main thread can answer while a statement runs. When the worker ends
 * unexpectedly, another opens the folder, with everything that was committed; connections are refused until then. A
 * database in memory is lost with its worker.
 */
export async function startPglite(options: PgliteWorkerData): Promise<PgliteServer> {
  let engine: PgliteEngine | null = await startEngine(options);
  let closing = false;
  let restarting: Promise<void> | undefined;
  let restarted = () => {};

  async function watch(current: PgliteEngine): Promise<void> {
    await current.gone;
    engine = null;
    if (closing || options.folder === undefined) return;
    restarting = restart();
  }

  async function restart(): Promise<void> {
    const backOff = createBackOff();
    for (;;) {
      if (closing) return undefined;
      const next = await startEngine(options).catch(() => null);
      if (next) {
        engine = next;
        void watch(next);
        return restarted();
      }
      await new Promise((resolve) => setTimeout(resolve, backOff.next()));
    }
  }

  void watch(engine);
  return {
    connect: () => new PgliteSocket(engine),
    async dump() {
      if (!engine) throw new Error('PGlite is being started again');
      const tar = await engine.request('dump');
      if (!(tar instanceof Uint8Array)) throw new Error('PGlite dumped nothing');
      return tar;
    },
    onRestart(act) {
      restarted = act;
    },
    async close() {
      closing = true;
      if (!engine) await restarting;
      if (!engine) return;
      const { gone } = engine;
      await engine.request('close').catch(() => {});
      await gone;
    },
  };
}
