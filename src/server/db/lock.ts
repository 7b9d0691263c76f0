import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The data folder belongs to another process that is alive. */
export class FolderInUse extends Error {
  constructor(path: string, pid: number) {
    super(
      `数据目录正在被另一个进程使用(进程号 ${pid},锁文件 ${path})。请先停止它,或用 DATA_DIR 指定另一个目录。`,
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the lock file, and answers a function that gives it back. A lock whose process is dead is taken over.
 * The embedded database takes no lock of its own, and a second opener loses committed rows.
 * @throws FolderInUse
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  await writeFile(own, await signature(process.pid));
  try {
    for (;;) {
      if (await linked(own, path)) return () => rm(path, { force: true });
      const holder = await readFile(path, 'utf8').catch(() => '');
      const pid = Number.parseInt(holder, 10);
      if (await alive(holder)) throw new FolderInUse(path, pid);
      await setAside(path, holder);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** `link` fails when the name exists, so only one of several processes gets it, with its content in place. */
async function linked(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  }
}

/** Removes a dead process's lock, but puts it back when it turns out to be one that was taken just now. */
async function setAside(path: string, seen: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, 'utf8')) !== seen) await linked(aside, path);
  await rm(aside, { force: true });
}

/** `<pid> <start time>`: a number alone would be taken for alive once another process has got it. */
async function signature(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command's name, in parentheses, may hold spaces; field 22 counts from before it.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

async function alive(holder: string): Promise<boolean> {
  const pid = Number.parseInt(holder, 10);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
  return (await signature(pid)) === holder;
}
