import autocannon from 'autocannon';

/** Connections at once, each of another member. */
export const CONNECTIONS = 20;

/** Enough that each session of the database has planned what it executes: PostgreSQL does so for the first five times. */
const WARM_UP = 5;
const SECONDS = 6;

/** What one connection does, again and again: the steps in turn. */
export type Steps = readonly autocannon.Request[];

export interface LoadFigures {
  /** Rounds of all steps a second, over all connections; what failed does not count. */
  rate: number;
  /** ms of one answer that did not fail */
  p50: number;
  p95: number;
  /** Answers that were not 2xx, and requests that got none. */
  failed: number;
}

/** Puts connections to work that never pause. @param stepsOf what a connection does, by its number */
export async function fire(url: string, stepsOf: (connection: number) => Steps): Promise<LoadFigures> {
  await run(url, stepsOf, WARM_UP);
  return run(url, stepsOf, SECONDS);
}

/** How many connections, for how long, and how many requests a second over all of them: as many as they can when left out. */
export interface Volume {
  connections: number;
  seconds: number;
  overallRate?: number;
}

/** Sends that much. @param onAnswer sees the status of every answer and its milliseconds */
export function sendLoad(
  url: string,
  stepsOf: (connection: number) => Steps,
  { connections, seconds, overallRate }: Volume,
  onAnswer: (status: number, ms: number) => void,
): Promise<autocannon.Result> {
  let connection = 0;
  const setupClient = (client: autocannon.Client) => {
    client.setRequests([...stepsOf(connection)]);
    connection += 1;
  };
  const rate = overallRate === undefined ? {} : { overallRate };
  return new Promise((resolve, reject) => {
    const options = { url, connections, duration: seconds, setupClient, ...rate };
    const instance = autocannon(options, (fault: Error | null, figures) =>
      fault ? reject(fault) : resolve(figures),
    );
    instance.on('response', (_client, status, _bytes, time) => onAnswer(status, time));
  });
}

async function run(
  url: string,
  stepsOf: (connection: number) => Steps,
  seconds: number,
): Promise<LoadFigures> {
  const times: number[] = [];
  const result = await sendLoad(url, stepsOf, { connections: CONNECTIONS, seconds }, (status, ms) => {
    if (status >= 200 && status < 300) times.push(ms);
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    rate: times.length / stepsOf(0).length / result.duration,
    p50: at(0.5),
    p95: at(0.95),
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
