import { Writable } from 'node:stream';
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
 * Renders everything, waiting for what is late. A crash inside a block leaves that block's skeleton in the HTML, for
 * the browser to try again; a crash outside rejects.
 */
export function renderHtml(node: ReactNode, onError: (error: unknown) => void): Promise<RenderedHtml> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
    });
    sink.once('finish', () => resolve(apart(Buffer.concat(chunks))));
    const { pipe } = renderToPipeableStream(node, {
      /* Nothing is moved into place by an inline script, however large. */
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => {
        onError(error);
      },
    });
  });
}
