import { Worker } from 'node:worker_threads';

/**
 * Whether a PDF holds active content. `passive`: none; `active`: it runs, sends, opens or embeds something; `unreadable`:
 * unknown, because it is damaged, has a password, or takes too long to analyse.
 */
export type PdfVerdict = 'passive' | 'active' | 'unreadable';

/** Messages from the worker: `ready` when it has started, then its verdict. */
export type FromPdfWorker = 'ready' | PdfVerdict;

/** Limits of the analysis of one file; a scan of 10 MB takes a small part of them. */
const LIMITS = { seconds: 10, heapMegabytes: 256, bufferBytes: 128 * 1024 * 1024 };

/** Milliseconds between checks of the worker's buffers, which the limits of a thread do not count. */
const CHECK_EVERY = 50;

let last: Promise<unknown> = Promise.resolve();

/** Analyses a PDF in a thread of its own: a hostile file takes bounded time and memory and cannot block other requests. */
export function inspectPdf(bytes: Uint8Array): Promise<PdfVerdict> {
  // One at a time: at most the memory of one file is used, however many are sent.
  const verdict = last.then(() => runWorker(bytes));
  last = verdict.catch(() => {});
  return verdict;
}

async function runWorker(bytes: Uint8Array): Promise<PdfVerdict> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfVerdict>();
  const worker = new Worker(new URL('./inspect-pdf-worker.ts', import.meta.url), {
    workerData: bytes,
    // What the library prints about a damaged file is of no use.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMegabytes },
  });
  const giveUp = () => resolve('unreadable');
  let limit: NodeJS.Timeout | undefined;
  worker.on('message', (message: FromPdfWorker) => {
    if (message !== 'ready') return resolve(message);
    limit = setTimeout(giveUp, LIMITS.seconds * 1_000);
  });
  worker.on('error', (error) => (isOutOfMemory(error) ? giveUp() : reject(error)));
  worker.on('exit', () => reject(new Error('the thread ended without a verdict')));
  const look = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > LIMITS.bufferBytes && giveUp(),
      // The worker has ended; its verdict has been received.
      () => {},
    );
  }, CHECK_EVERY);
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
