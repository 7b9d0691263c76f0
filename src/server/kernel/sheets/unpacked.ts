import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

/** Bytes that the parts of a workbook may have together once unpacked: 5,000 rows of 50 columns take about 20 MB. */
export const UNPACKED_LIMIT = 32 * 1024 * 1024;

/** Fed in pieces, so that a bomb is noticed while it unpacks and not after. */
const PIECE = 64 * 1024;

/** Does the archive stay within the limit when it is unpacked? What its own directory says does not count. */
export function unpacksWithin(bytes: Uint8Array, limit: number): boolean {
  let total = 0;
  const unzip = new Unzip((file) => {
    file.ondata = (fault, data) => {
      if (fault) throw fault;
      total += data.length;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  for (let from = 0; from < bytes.length; from += PIECE) {
    unzip.push(bytes.subarray(from, from + PIECE), from + PIECE >= bytes.length);
    if (total > limit) return false;
  }
  return true;
}
