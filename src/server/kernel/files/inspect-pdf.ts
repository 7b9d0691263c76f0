import { Worker } from 'node:worker_threads';

/**
 * Could this PDF act? `passive` it cannot; `active` it runs, sends, opens or carries something; `unreadable` nobody can
 * say: it is broken, under a password, or takes too much to look into.
 */
export type PdfVerdict = 'passive' | 'active' | 'unreadable';

/** From the worker: that it listens, then what it found. */
export type FromPdfWorker = 'ready' | PdfVerdict;

/** What one file may take; a scan of 10 MB takes a small part of it. */
const MOST = { seconds: 10, heapMegabytes: 256, bufferBytes: 128 * 1024 * 1024 };

/** How often the size of a worker's buffers is looked at, in milliseconds: no limit of a thread counts them. */
const LOOK_EVERY = 50;

let last: Promise<unknown> = Promise.resolve();

/** Looks into a PDF in a thread that ends with it: a hostile file takes bounded time and memory, and no answer of others. */
export function inspectPdf(bytes: Uint8Array): Promise<PdfVerdict> {
  // One at a time: the memory is that of one file, however many are sent.
  const verdict = last.then(() => runWorker(bytes));
  last = verdict.catch(() => {});
  return verdict;
}

async function runWorker(bytes: Uint8Array): Promise<PdfVerdict> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfVerdict>();
  const worker = new Worker(new URL('./inspect-pdf-worker.ts', import.meta.url), {
    workerData: bytes,
    // What the library prints about a broken file is nobody's news.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST.heapMegabytes },
  });
  const giveUp = () => resolve('unreadable');
  let limit: NodeJS.Timeout | undefined;
  worker.on('message', (message: FromPdfWorker) => {
    if (message !== 'ready') return resolve(message);
    limit = setTimeout(giveUp, MOST.seconds * 1_000);
  });
  worker.on('error', (error) => (isOutOfMemory(error) ? giveUp() : reject(error)));
  worker.on('exit', () => reject(new Error('the thread ended without a verdict')));
  const look = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > MOST.bufferBytes && giveUp(),
      // It has ended; what it said stands.
      () => {},
    );
  }, LOOK_EVERY);
  try {
    return await promise;
  } finally {
    clearInterval(look);
    clearTimeout(limit);
    await worker.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
