import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The data folder is locked by another running process. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: string) {
    super(
      `数据目录 ${folder} 正在被另一个进程使用(进程号 ${pid})。请先停止它,或用 DATA_DIR 指定另一个目录。`,
    );
    this.name = 'FolderInUse';
  }
}

const BUSY = 5;

/**
 * Locks the data folder for this process. The embedded database takes no lock of its own, and a second opener loses
 * committed rows.
 *
 * The lock is one of the operating system's, on the file `lock`, taken through SQLite because Node has no other way to
 * it. It ends with the process, however that ends, so there are no stale locks as with a PID file.
 * @returns a function that unlocks it
 * @throws FolderInUse
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  const pidFile = join(folder, 'lock.pid');
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    // Nothing is ever written to the file, so it needs no journal beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if ((fault as { errcode?: number }).errcode !== BUSY) throw fault;
    throw new FolderInUse(folder, await readFile(pidFile, 'utf8').catch(() => '未知'));
  }
  // Only for the message above; the lock itself decides.
  await writeFile(pidFile, String(process.pid));
  return () => lock.close();
}
