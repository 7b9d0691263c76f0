import { EventEmitter } from 'node:events';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

export interface RenderedHtml {
  /** Pictures that React wants fetched early: elements for the head. */
  hints: string;
  /** UTF-8, as it is sent: turned into text and back again it would cost as much as rendering a large block. */
  body: Buffer;
}

const HINT = Buffer.from('<link ');

/** React puts its hints before everything else when it renders no head of its own. */
export function apart(html: Buffer): RenderedHtml {
  let end = 0;
  while (html.subarray(end, end + HINT.length).equals(HINT)) end = html.indexOf('>', end) + 1;
  return { hints: html.toString('utf8', 0, end), body: html.subarray(end) };
}

/**
 * Where React writes to: it takes everything at once. A `Writable` of Node's would stay in memory with the whole page until
 * the next full collection.
 */
class Collected extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly chunks: Uint8Array[] = [];

  write(chunk: Uint8Array | string): boolean {
    this.chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  end(): this {
    this.emit('finish');
    return this;
  }

  destroy(reason: unknown): void {
    this.emit('error', reason);
  }
}

/**
 * Renders everything, waiting for what is late. A crash inside a block leaves that block's skeleton in the HTML, for
 * the browser to try again; a crash outside rejects.
 */
export function renderHtml(node: ReactNode, onError: (error: unknown) => void): Promise<RenderedHtml> {
  return new Promise((resolve, reject) => {
    const collected = new Collected();
    collected.once('finish', () => resolve(apart(Buffer.concat(collected.chunks))));
    collected.once('error', reject);
    const { pipe } = renderToPipeableStream(node, {
      /* Nothing is moved into place by an inline script, however large. */
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collected),
      onShellError: reject,
      onError: (error) => {
        onError(error);
      },
    });
  });
}
