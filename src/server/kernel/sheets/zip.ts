import { Zip, ZipPassThrough } from 'fflate';

/** Reads one file of an archive; called in turn, so that not all are in memory at once. */
export type ZipEntry = () => Promise<{ name: string; bytes: Uint8Array }>;

/**
 * Writes a ZIP of compressed files (PDF, JPEG), stored as they are. Equal names get a number. `each` is called after
 * every file, and may throw to stop.
 */
export async function zipFiles(
  entries: readonly ZipEntry[],
  each: (done: number) => Promise<void>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((fault, data) => {
    if (fault) throw fault;
    parts.push(data);
  });
  const names = new Map<string, number>();
  for (const [index, read] of entries.entries()) {
    const { name, bytes } = await read();
    const file = new ZipPassThrough(distinct(name, names));
    zip.add(file);
    file.push(bytes, true);
    await each(index + 1);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(parts));
}

/** A unique name without path characters, which could lead out of the folder that it is unpacked into. */
function distinct(name: string, names: Map<string, number>): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');
  const seen = names.get(plain) ?? 0;
  names.set(plain, seen + 1);
  return seen === 0 ? plain : plain.replace(/(\.\w+)?$/, `(${seen + 1})$1`);
}
