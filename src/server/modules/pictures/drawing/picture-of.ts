import { Tinypool } from 'tinypool';
import { rasterise } from '../../../kernel/files/picture-size.ts';

/** Milliseconds after which an idle thread ends, and with it the fonts that it has loaded. */
const IDLE_TIMEOUT = 30_000;

/** `node --watch` has each thread report its modules to this one, where the pool takes such a message for a fault. */
const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;

/** Loading a part of a Chinese font takes memory that WebAssembly never gives back: a thread does, with its end. */
const pool = new Tinypool({
  filename: new URL('./outline-texts.ts', import.meta.url).href,
  runtime: 'worker_threads',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_TIMEOUT,
  env: env as Record<string, string>,
});

/**
 * A drawing as a WebP picture of this width in px, which a browser shows in a tenth of the time that the drawing takes; null
 * when it has to stay one.
 */
export async function pictureOf(svg: string, width: number): Promise<Uint8Array | null> {
  const outlined = (await pool.run(svg, { name: 'outlineTexts' })) as string | null;
  return outlined === null ? null : rasterise(outlined, width);
}
