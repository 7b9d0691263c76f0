import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

/** Bytes that the parts of a workbook may have together once unpacked: 5,000 rows of 50 columns take about 20 MB. */
export const UNPACKED_LIMIT = 32 * 1024 * 1024;

/** Parts of a workbook at most: each costs time, however small. A hundred sheets have about as many. */
const PART_LIMIT = 500;

/** Bytes per step, so that a decompression bomb is detected while it unpacks and not after. */
const CHUNK_SIZE = 64 * 1024;

/** Whether the archive unpacks to at most `limit` bytes, in no more parts than a workbook has. Its directory is not trusted. */
export function unpacksWithin(bytes: Uint8Array, limit: number): boolean {
  let [total, parts] = [0, 0];
  const unzip = new Unzip((file) => {
    parts += 1;
    if (parts > PART_LIMIT) return;
    file.ondata = (fault, data) => {
      if (fault) throw fault;
      total += data.length;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  for (let from = 0; from < bytes.length; from += CHUNK_SIZE) {
    unzip.push(bytes.subarray(from, from + CHUNK_SIZE), from + CHUNK_SIZE >= bytes.length);
    if (total > limit || parts > PART_LIMIT) return false;
  }
  return true;
}
