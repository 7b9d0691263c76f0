import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { CompiledPglite, FromPgliteWorker, PgliteWorkerData, ToPgliteWorker } from './pglite-worker.ts';

/** One worker, until it ends. */
export interface PgliteEngine {
  /** Rejects with `ECONNRESET`, as a socket would, when the worker ends before it answers. */
  request(message: ToPgliteWorker): Promise<FromPgliteWorker>;
  /** Resolves with the reason when the worker has ended for any reason. */
  gone: Promise<Error>;
}

/** The error of a worker that ended: requests that it had received may or may not have taken effect. */
const reset = (cause?: unknown) =>
  Object.assign(new Error('the thread of the embedded database has ended', { cause }), {
    code: 'ECONNRESET',
  });

async function compile(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(file, import.meta.resolve('@electric-sql/pglite'))));
}

let compiling: Promise<CompiledPglite> | undefined;

/**
 * The engine's modules, compiled once for all workers of this process. A worker that compiles its own takes a second of
 * processor time, and its machine code is freed when it ends: V8 crashes now and then when threads do that at the same
 * time (nodejs/node#64500).
 */
function compiledOnce(): Promise<CompiledPglite> {
  compiling ??= Promise.all([compile('pglite.wasm'), compile('initdb.wasm')]).then(
    ([pgliteWasmModule, initdbWasmModule]) => ({ pgliteWasmModule, initdbWasmModule }),
  );
  return compiling;
}

/** Starts a worker on the folder; an empty one is initialised first (2 to 5 s). @throws when it does not start */
export async function startEngine(options: PgliteWorkerData): Promise<PgliteEngine> {
  const workerData = { ...options, compiled: await compiledOnce() };
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData });
  const waiting: PromiseWithResolvers<FromPgliteWorker>[] = [];
  let ended: Error | null = null;
  /* Under `node --watch` Node itself reports through this channel what the worker imports. */
  worker.on('message', (message: FromPgliteWorker | { 'watch:import': string[] }) => {
    if (typeof message === 'string' || message instanceof Uint8Array) waiting.shift()?.resolve(message);
  });
  const gone = new Promise<Error>((resolve) => {
    let fault: unknown;
    worker.on('error', (error) => (fault = error));
    worker.on('exit', () => {
      ended = reset(fault);
      for (const { reject } of waiting.splice(0)) reject(ended);
      resolve(ended);
    });
  });

  function nextMessage(): Promise<FromPgliteWorker> {
    const slot = Promise.withResolvers<FromPgliteWorker>();
    if (ended) slot.reject(ended);
    else waiting.push(slot);
    return slot.promise;
  }

  await nextMessage();
  return {
    request(message) {
      const answer = nextMessage();
      worker.postMessage(message, []);
      return answer;
    },
    gone,
  };
}
