import { Tinypool } from 'tinypool';
import type { Mark } from './marks.ts';

/** Milliseconds after which an idle thread ends: what it has loaded takes about 100 MB. */
const IDLE_TIMEOUT = 5000;

/** `node --watch` has each thread report its modules to this one, where the pool takes such a message for a fault. */
const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;

const pool = new Tinypool({
  filename: new URL('./draw.ts', import.meta.url).href,
  runtime: 'worker_threads',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_TIMEOUT,
  env: env as Record<string, string>,
});

/**
 * Draws one page in a thread of its own: cutting a Chinese font to the glyphs of a page takes some 100 ms of processor and
 * memory that WebAssembly never gives back, which no other request shall wait for and no process shall keep.
 */
export const drawInThread = (marks: readonly Mark[]): Promise<Uint8Array> =>
  pool.run(marks, { name: 'drawPage' }) as Promise<Uint8Array>;
