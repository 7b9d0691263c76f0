import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FromPgliteWorker, PgliteWorkerData, ToPgliteWorker } from './pglite-worker.ts';

/** PGlite in a thread of its own, reached by the PostgreSQL wire protocol. */
export interface PgliteServer {
  /** A stream for `pg`'s client in place of a socket. The engine has one session: use one client at a time. */
  connect(): Duplex;
  /** The whole data folder as a tar, to start another database from. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The simple query `ROLLBACK`: a client that leaves must not leave its transaction to the next. */
const ROLLBACK = new Uint8Array([0x51, 0, 0, 0, 13, ...Buffer.from('ROLLBACK\0')]);

/** The `X` message, with which a client takes its leave. */
const TERMINATE = 0x58;

/**
 * Starts the engine; a folder that is empty is initialised first (2 to 5 s).
 * A worker keeps the main thread free to answer, and to refuse, while a statement runs.
 */
export async function startPglite(options: PgliteWorkerData): Promise<PgliteServer> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: options });
  const waiting: ((message: FromPgliteWorker) => void)[] = [];
  /* Under `node --watch` Node itself reports through this channel what the worker imports. */
  worker.on('message', (message: FromPgliteWorker | { 'watch:import': string[] }) => {
    if (typeof message === 'string' || message instanceof Uint8Array) waiting.shift()?.(message);
  });

  const ask = (message: ToPgliteWorker) =>
    new Promise<FromPgliteWorker>((resolve) => {
      waiting.push(resolve);
      worker.postMessage(message, []);
    });

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    waiting.push(() => {
      worker.off('error', reject);
      resolve();
    });
  });

  return {
    connect: () => new PgliteSocket(ask, worker),
    dump: async () => {
      const tar = await ask('dump');
      if (!(tar instanceof Uint8Array)) throw new Error('PGlite dumped nothing');
      return tar;
    },
    close: async () => {
      const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      await ask('close');
      await gone;
    },
  };
}

/**
 * The part of `net.Socket` that `pg`'s connection uses. Each write is one message to the worker and brings one
 * answer, so that the bytes of a client that has left can never reach the next one.
 */
class PgliteSocket extends Duplex {
  readonly #ask: (message: ToPgliteWorker) => Promise<FromPgliteWorker>;
  readonly #worker: Worker;
  readonly #onFault = (fault: Error) => this.destroy(fault);

  constructor(ask: (message: ToPgliteWorker) => Promise<FromPgliteWorker>, worker: Worker) {
    super();
    this.#ask = ask;
    this.#worker = worker;
    worker.once('error', this.#onFault);
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** The client has said its last: the other half ends as well, and with both the stream closes. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    this.#worker.off('error', this.#onFault);
    done(fault);
  }

  #send(bytes: Buffer): void {
    const message = bytes[0] === TERMINATE ? ROLLBACK : new Uint8Array(bytes);
    void this.#relay(message);
  }

  async #relay(message: Uint8Array): Promise<void> {
    const answer = await this.#ask(message);
    if (this.readableEnded || this.destroyed || message === ROLLBACK || !(answer instanceof Uint8Array))
      return;
    this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  }
}
