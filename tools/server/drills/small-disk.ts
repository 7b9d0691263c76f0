import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { makeServerFolder, mountDisk } from '../../postgres.ts';
import type { Ground } from './shop.ts';

/** A database on a disk of its own, which can be filled up. */
export interface SmallDisk {
  databaseUrl: string;
  /** Leaves not a byte of room. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  close(): Promise<void>;
}

const TABLESPACE = 'small_disk';

const CHUNK = Buffer.alloc(65_536);

/** Only root mounts disks. */
export const mayMount = (): boolean => process.getuid?.() === 0;

/** A copy of the demo database on a disk that has little more room than it needs. @param room in MB */
export async function openSmallDisk(ground: Ground, room: number): Promise<SmallDisk> {
  const { postgres } = ground;
  const store = await openStore({ url: postgres.urlOf('postgres'), connections: 1 });
  const folder = await makeServerFolder('storewright-small-disk-');
  const unmount = await mountDisk(folder, room + (await demoMegabytes(store.db)));
  const filler = join(folder, 'filler');
  await sql`CREATE TABLESPACE ${sql.ref(TABLESPACE)} LOCATION ${sql.lit(folder)}`.execute(store.db);
  const databaseUrl = await ground.createDatabase(TABLESPACE);
  return {
    databaseUrl,
    fill: () => fillUp(filler),
    makeRoom: () => rm(filler),
    async close() {
      await postgres.dropDatabase(new URL(databaseUrl).pathname.slice(1));
      await sql`DROP TABLESPACE ${sql.ref(TABLESPACE)}`.execute(store.db);
      await store.close();
      await unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function demoMegabytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT max(pg_database_size(oid)) AS bytes FROM pg_database`.execute(db);
  return Math.ceil(Number(rows[0]?.bytes) / 1_048_576);
}

/** Writes until there is no room, by ever smaller pieces. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0; ) {
      const written = await file.write(CHUNK, 0, size).then(
        ({ bytesWritten }) => bytesWritten === size,
        (fault: NodeJS.ErrnoException) => {
          if (fault.code !== 'ENOSPC') throw fault;
          return false;
        },
      );
      if (!written) size = Math.floor(size / 2);
    }
  } finally {
    await file.close();
  }
}
