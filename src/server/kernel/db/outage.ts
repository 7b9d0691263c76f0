/** A query failed because the database cannot be reached. Whether it took effect may be unknown. */
export class DatabaseOutage extends Error {
  override name = 'DatabaseOutage';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * SQLSTATEs with which the server ends or refuses a session: connection exceptions (08), too many connections (53300),
 * shutdown and start (57P01 to 57P05), and a transaction that was left idle (25P03). A full disk (53100) refuses what would
 * write, until somebody makes room.
 */
const OUTAGE_STATES = /^(?:08\w{3}|53[13]00|57P0[1-5]|25P03)$/;

/** Error codes of a socket whose other end is gone or cannot be found. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of `pg` and its pool, which carry no code, for a connection that ended, could not be opened or did not become free in time. */
const OUTAGE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:was closed and|has encountered a connection error and) is not queryable)/;

/** Converts an error of an unreachable database to a `DatabaseOutage`, returns any other as it is. The only place that classifies them. */
export function asDatabaseOutage(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof DatabaseOutage) return fault;
  const { code = '', syscall } = fault as NodeJS.ErrnoException;
  const broken =
    OUTAGE_STATES.test(code) ||
    SOCKET_CODES.has(code) ||
    syscall === 'connect' ||
    OUTAGE_MESSAGES.test(fault.message);
  return broken ? new DatabaseOutage(fault) : fault;
}

/** Milliseconds before the first retry and at most before a later one: the database is used again within a second of its return. */
const FIRST_DELAY = 50;
const MAX_DELAY = 500;

/** Exponential backoff with jitter, so that the processes of a shop do not retry at the same moment. `next` in milliseconds. */
export function createBackOff(): { next: () => number; reset: () => void } {
  let delay = FIRST_DELAY;
  return {
    next() {
      const current = delay;
      delay = Math.min(delay * 2, MAX_DELAY);
      return current * (0.75 + Math.random() / 4);
    },
    reset() {
      delay = FIRST_DELAY;
    },
  };
}

/**
 * Runs the work, and retries it while the database is unreachable. The work must be idempotent.
 * @param ending stops the retries when it is aborted
 * @param onOutage called at each outage
 * @throws DatabaseOutage when `ending` was aborted; any other error at once
 */
export async function retryDuringOutage<Result>(
  work: () => Promise<Result>,
  ending: AbortSignal | undefined,
  onOutage: (fault: DatabaseOutage) => void = () => {},
): Promise<Result> {
  const backOff = createBackOff();
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof DatabaseOutage) || ending?.aborted) throw fault;
      onOutage(fault);
      await sleep(backOff.next(), ending);
    }
  }
}

function sleep(milliseconds: number, ending: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ending?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    ending?.addEventListener('abort', end, { once: true });
  });
}

/** What is logged of a fault that interrupted nothing but its own work, since the database is away; undefined for any other. */
export const surviveOutage = (fault: unknown): string | undefined =>
  fault instanceof DatabaseOutage ? 'no database' : undefined;
