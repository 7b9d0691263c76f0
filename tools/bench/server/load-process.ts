import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Steps, sendLoad, type Volume } from './load.ts';

/** What is to be sent: what each connection does, in turn among the connections. */
interface Order {
  url: string;
  steps: readonly Steps[];
  volume: Volume;
}

/** What became of it. */
export interface LoadOutcome {
  /** ms until each answer, by its status. */
  times: ReadonlyMap<number, Float32Array>;
  /** Requests that got no answer, those that were given up among them. */
  unanswered: number;
  seconds: number;
  /** ms by which the sender itself was late, of 99 of 100 looks: as much of what it measured may be its own. */
  late: number;
}

/** A sender that is put off by those it sends to measures its own waiting. Only root may go before others. */
const BEFORE_OTHERS = -10;

/** With a name Node tries one address after another, 250 ms each, and so breaks off connections that would have come about. */
const NUMERIC = '//127.0.0.1';

/** ms between two looks at how late the event loop is. */
const RESOLUTION = 5;

/**
 * Sends that much from a process of its own, which goes before others where that is allowed: what else this process does
 * delays neither requests nor clocks.
 */
export async function sendLoadApart(order: Order): Promise<LoadOutcome> {
  const child = fork(import.meta.filename, { serialization: 'advanced' });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  try {
    child.send(order);
    const gone = once(child, 'exit').then(() => {
      throw new Error('the sender of the load ended before it was done');
    });
    const [outcome] = (await Promise.race([once(child, 'message'), gone])) as [LoadOutcome];
    return outcome;
  } finally {
    process.off('exit', endWithUs);
    endWithUs();
  }
}

async function carryOut({ url, steps, volume }: Order): Promise<LoadOutcome> {
  const times = new Map<number, number[]>();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const { errors, duration } = await sendLoad(
    url.replace('//localhost', NUMERIC),
    (connection) => steps[connection % steps.length] ?? [],
    volume,
    (status, ms) => {
      const list = times.get(status);
      if (list) list.push(ms);
      else times.set(status, [ms]);
    },
  );
  return {
    times: new Map([...times].map(([status, list]) => [status, Float32Array.from(list)])),
    unanswered: errors,
    seconds: duration,
    late: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION),
  };
}

function goBeforeOthers(): void {
  try {
    setPriority(BEFORE_OTHERS);
  } catch {
    // Not allowed: what `late` says is then the more worth reading.
  }
}

if (import.meta.main) {
  goBeforeOthers();
  const [order] = (await once(process, 'message')) as [Order];
  process.send?.(await carryOut(order));
}
