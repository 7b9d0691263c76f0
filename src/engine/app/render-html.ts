import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

export interface RenderedHtml {
  /** Pictures that React wants fetched early: elements for the head. */
  hints: string;
  body: string;
}

/** React puts its hints before everything else when it renders no head of its own. */
function apart(html: string): RenderedHtml {
  const hints = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? '';
  return { hints, body: html.slice(hints.length) };
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
    sink.once('finish', () => resolve(apart(Buffer.concat(chunks).toString('utf8'))));
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
