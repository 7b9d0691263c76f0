import { Transform } from 'node:stream';

/** Passes a body on and breaks off where it grows longer than `limit` bytes. */
export function limited(limit: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.byteLength;
      if (length > limit) done(new Error(`longer than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}
