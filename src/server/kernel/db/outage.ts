/** A query was not answered, or not even sent, because the database is out of reach. Whether it took effect may be unknown. */
export class DatabaseBreak extends Error {
  override name = 'DatabaseBreak';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * States in which the server ends or refuses a session: connection exceptions (08), too many connections (53300),
 * shutdown and start (57P01 to 57P05), and a transaction that was left idle (25P03).
 */
const STATES = /^(?:08\w{3}|53300|57P0[1-5]|25P03)$/;

/** What a socket says when its other end is gone or cannot be found. */
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

/** What `pg` and its pool say, without a code, of a connection that ended, was never made or did not become free in time. */
const MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:was closed and|has encountered a connection error and) is not queryable)/;

/** A break of the database as a `DatabaseBreak`, any other fault as it is. The one place that tells them apart. */
export function withBreaksNamed(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof DatabaseBreak) return fault;
  const { code = '', syscall } = fault as NodeJS.ErrnoException;
  const broken =
    STATES.test(code) || SOCKET_CODES.has(code) || syscall === 'connect' || MESSAGES.test(fault.message);
  return broken ? new DatabaseBreak(fault) : fault;
}

/** Milliseconds before a first and at most before a further try to reach the database: it is used within a second of its return. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/** The pause before each further try, with jitter, so that the processes of a shop do not come at once. */
export function createBackOff(): { next: () => number; reset: () => void } {
  let pause = FIRST_PAUSE;
  return {
    next() {
      const current = pause;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      return current * (0.75 + Math.random() / 4);
    },
    reset() {
      pause = FIRST_PAUSE;
    },
  };
}

/**
 * Does the work, again and again while the database is out of reach. For work that is safe to repeat.
 * @param onBreak called with each break
 * @throws DatabaseBreak when `ending` is aborted meanwhile; every other fault at once
 */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  ending: AbortSignal | undefined,
  onBreak: (fault: DatabaseBreak) => void = () => {},
): Promise<Result> {
  const backOff = createBackOff();
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof DatabaseBreak) || ending?.aborted) throw fault;
      onBreak(fault);
      await pauseFor(backOff.next(), ending);
    }
  }
}

function pauseFor(milliseconds: number, ending: AbortSignal | undefined): Promise<void> {
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
