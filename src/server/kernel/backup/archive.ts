import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { SequenceState } from './kept-tables.ts';

const MANIFEST = 'manifest.json';

/** The last entry of an archive: without it the archive is not whole. */
export interface Manifest {
  /** Seconds since 1970. */
  at: number;
  /** Migration -> the checksum of its text, in the order in which they were run. */
  migrations: Record<string, string>;
  /** Table -> the number of its rows. */
  tables: Record<string, number>;
  sequences: SequenceState[];
  uploads: number;
  /** Ids of files that the storage has lost, or gave back with other content than was stored. */
  lost?: string[];
  /** Entry -> the SHA-256 of its content. */
  entries: Record<string, string>;
}

/** What stands in an archive, in its order. */
export interface Entry {
  name: string;
  content: Buffer;
}

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Writes a gzipped tar. The caller adds entries, then ends it with the manifest. */
export function writeArchive(file: string) {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(file));
  const entries: Record<string, string> = {};
  // Whoever adds the next entry is told.
  written.catch(() => {});

  async function put(name: string, content: Buffer): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      tar.entry({ name }, content, (fault) => (fault ? reject(fault) : resolve()));
    });
    try {
      await Promise.race([taken, written]);
    } catch (fault) {
      // What broke is told by the file, such as a full disk; the tar only says that it was ended.
      await written;
      throw fault;
    }
  }

  return {
    async add(name: string, content: Buffer): Promise<void> {
      entries[name] = digestOf(content);
      await put(name, content);
    },
    async end(manifest: Omit<Manifest, 'entries'>): Promise<void> {
      await put(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, entries })));
      tar.finalize();
      await written;
    },
  };
}

/** An archive that is no backup, or not a whole one. */
export class DamagedArchive extends StartFault {}

/** All entries of an archive, the manifest included. @throws DamagedArchive where it cannot be read to its end */
async function* allEntries(file: string): AsyncGenerator<Entry> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  reading.catch(() => {});
  try {
    for await (const part of tar) yield { name: part.header.name, content: await buffer(part) };
    await reading;
  } catch (fault) {
    throw new DamagedArchive(`${file} 不完整或不是备份 / is damaged or no backup`, { cause: fault });
  }
}

/** The entries of an archive that `verifyArchive` has found to be whole, without its manifest. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  for await (const entry of allEntries(file)) if (entry.name !== MANIFEST) yield entry;
}

/** Reads the whole archive and holds every entry against the manifest. @throws DamagedArchive when one is missing or differs */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found: Record<string, string> = {};
  let manifest: Manifest | undefined;
  for await (const { name, content } of allEntries(file)) {
    if (name === MANIFEST) manifest = JSON.parse(content.toString()) as Manifest;
    else found[name] = digestOf(content);
  }
  if (!manifest) throw new DamagedArchive(`${file} 没有写完 / was not finished`);
  const wrong = Object.entries(manifest.entries).find(([name, digest]) => found[name] !== digest);
  if (wrong) throw new DamagedArchive(`${file} 里的 ${wrong[0]} 缺失或损坏 / is missing or damaged`);
  return manifest;
}
