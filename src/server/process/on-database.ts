import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderInUse } from '../kernel/db/folder-lock.ts';
import { openStore } from '../kernel/db/open.ts';
import type { Db } from '../kernel/db/schema.ts';
import { optionsFromEnvironment } from './options.ts';

/**
 * Runs a command's work on the database of the environment.
 * @param inUse what to do where a running shop holds the folder of the embedded database
 * @returns the exit code that the work answers; 2 where there is no database, or its folder is in use
 */
export async function onDatabase(work: (db: Db) => Promise<number>, inUse = ''): Promise<number> {
  const { databaseUrl, dataDir } = optionsFromEnvironment(process.env);
  const folder = resolve(dataDir);
  if (!databaseUrl && !existsSync(folder)) {
    console.error(`${folder} 没有数据库`);
    return 2;
  }
  try {
    const store = await openStore(databaseUrl ? { url: databaseUrl } : { folder });
    try {
      return await work(store.db);
    } finally {
      await store.close();
    }
  } catch (fault) {
    if (!(fault instanceof FolderInUse)) throw fault;
    console.error(`${fault.message}\n${inUse}`.trim());
    return 2;
  }
}
