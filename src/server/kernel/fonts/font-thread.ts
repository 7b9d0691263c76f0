import { Tinypool } from 'tinypool';

/** `node --watch` has each thread report its modules to this one, where the pool takes such a message for a fault. */
const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;

/**
 * A thread for work with the parts of a Chinese font: loading them takes some 100 ms of processor, and memory that
 * WebAssembly never gives back, which no other request shall wait for and no process shall keep.
 * @param module what runs there
 * @param idleTimeout ms after which it ends when idle, and with it the fonts that it has loaded
 */
export const fontThread = (module: URL, idleTimeout: number): Tinypool =>
  new Tinypool({
    filename: module.href,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    env: env as Record<string, string>,
  });
