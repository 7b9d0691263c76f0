import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where tests keep what is slow to make and the same each time: initialised databases, unpacked binaries. */
export async function cacheFolder(): Promise<string> {
  const folder = join(tmpdir(), `storewright-tests-${process.getuid?.() ?? 'user'}`);
  await mkdir(folder, { recursive: true });
  return folder;
}
