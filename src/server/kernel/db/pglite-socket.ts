import { Duplex } from 'node:stream';
import type { PgliteEngine } from './pglite-engine.ts';

/** The simple query `ROLLBACK`: a client that disconnects must not leave its transaction to the next one. */
const ROLLBACK = new Uint8Array([0x51, 0, 0, 0, 13, ...Buffer.from('ROLLBACK\0')]);

/** The `X` message, with which a client disconnects. */
const TERMINATE = 0x58;

const refused = () =>
  Object.assign(new Error('the embedded database is being started again'), { code: 'ECONNREFUSED' });

/**
 * The part of `net.Socket` that `pg`'s connection uses. Each write is one message to the worker and brings one
 * answer, so that the bytes of a client that has left can never reach the next one.
 */
export class PgliteSocket extends Duplex {
  readonly #engine: PgliteEngine | null;

  /** @param engine null while none is running: the connection is refused, as by a server that is down */
  constructor(engine: PgliteEngine | null) {
    super();
    this.#engine = engine;
    void engine?.gone.then((fault) => this.destroy(fault));
  }

  connect(): this {
    queueMicrotask(() => (this.#engine ? this.emit('connect') : this.destroy(refused())));
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

  /** The client has ended its half: the readable half ends as well, which closes the stream. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #send(bytes: Buffer): void {
    const message = bytes[0] === TERMINATE ? ROLLBACK : new Uint8Array(bytes);
    this.#relay(message).catch((fault: Error) => this.destroy(fault));
  }

  async #relay(message: Uint8Array): Promise<void> {
    const answer = await this.#engine?.request(message);
    if (this.readableEnded || this.destroyed || message === ROLLBACK || !(answer instanceof Uint8Array))
      return;
    this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  }
}
