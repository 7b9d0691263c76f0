import { constants, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePage } from '#engine/host/page-encoding.ts';

/** Bytes of a connection's first packets. */
const FIRST = 4096;

test('the head of a page can be read from its first packets', async () => {
  const cells = Array.from({ length: 20_000 }, (_, index) => `<td>${(index * 7919) % 10_007}</td>`);
  const page = Buffer.from(
    `<!doctype html><head><link rel="stylesheet" href="/a.css"></head>${cells.join('')}`,
  );
  const encoded = await encodePage(page, 'zstd');
  expect(zstdDecompressSync(encoded).equals(page)).toBe(true);
  const begun = zstdDecompressSync(encoded.subarray(0, FIRST), { finishFlush: constants.ZSTD_e_flush });
  expect(begun.toString()).toContain('/a.css');
});
