import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** What a trace of Chromium holds, as far as it is read here. Times in microseconds. */
interface TraceEvent {
  pid: number;
  tid: number;
  /** Processor time. */
  tdur?: number;
  args: { name?: string };
}

const RENDERER_MAIN_THREAD = 'CrRendererMain';

/**
 * Traces the page's tasks until the returned function is called.
 * @returns milliseconds of processor that the longest task of a page used. Not how long it lasted: that depends on what
 * else runs on the machine.
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace: Promise<Buffer> | undefined;
  const stop = () => {
    trace ??= browser.stopTracing();
    return trace;
  };
  // A browser has one trace at a time.
  onTestFinished(async () => void (await stop()));
  return async () => {
    const { traceEvents } = JSON.parse(String(await stop())) as { traceEvents: TraceEvent[] };
    const mains = new Set(traceEvents.filter(({ args }) => args.name === RENDERER_MAIN_THREAD).map(threadOf));
    const used = traceEvents.filter((event) => mains.has(threadOf(event))).map(({ tdur = 0 }) => tdur);
    if (used.length === 0) throw new Error('The trace has no task of a page');
    return Math.max(...used) / 1000;
  };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
