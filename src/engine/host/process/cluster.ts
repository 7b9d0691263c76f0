import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { endProcess } from './end.ts';

/** Milliseconds before a process that ended is replaced: the least, and the most where it ends again and again. */
const RESTART_AFTER = { least: 500, most: 30_000 };

/** Milliseconds after which a process counts as one that runs. */
const SETTLED_AFTER = 10_000;

/** Milliseconds that the processes have in all to end in good order. */
const GRACE = 20_000;

/** Whether this process is one of several that serve one port; the first one only starts and replaces them. */
export const isClusterWorker = (): boolean => cluster.isWorker;

/**
 * Starts `count` processes of this same program, which share the port that they listen on. One that ends is replaced;
 * `SIGTERM` and `SIGINT` end all of them in good order, and then this process.
 * @param report hears a line when a process is replaced
 * @returns the port, once all listen; null when one of them ended before
 */
export async function startCluster(count: number, report: (line: string) => void): Promise<number | null> {
  const workers = Array.from({ length: count }, () => cluster.fork());
  const ports = await Promise.all(workers.map(portOf));
  const [port] = ports;
  if (port === undefined || ports.includes(null)) {
    await stopAll();
    return null;
  }
  let stopping = false;
  let wait = RESTART_AFTER.least;

  function replace(worker: Worker, startedAt: number): void {
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      wait =
        Date.now() - startedAt > SETTLED_AFTER ? RESTART_AFTER.least : Math.min(wait * 2, RESTART_AFTER.most);
      report(
        `进程 ${worker.process.pid} 结束(${signal ?? code}),${wait} 毫秒后换上新的 / process ${worker.process.pid} ended (${signal ?? code}): another one in ${wait} ms`,
      );
      setTimeout(() => stopping || replace(cluster.fork(), Date.now()), wait);
    });
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const grace = setTimeout(() => process.exit(1), GRACE).unref();
    await stopAll();
    clearTimeout(grace);
    endProcess(0);
  }

  for (const worker of workers) replace(worker, Date.now());
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  return port;
}

/** The port that a process listens on; null when it ends first. */
async function portOf(worker: Worker): Promise<number | null> {
  const listening = once(worker, 'listening').then(([address]) => (address as { port: number }).port);
  const ended = once(worker, 'exit').then(() => null);
  return Promise.race([listening, ended]);
}

async function stopAll(): Promise<void> {
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    running.map(async (worker) => {
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await ended;
    }),
  );
}
