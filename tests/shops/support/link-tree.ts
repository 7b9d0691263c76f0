import { link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The same files under another folder, without their bytes a second time: links to them, and symbolic links as they are. */
export async function linkTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const targetOf = (parent: string, name: string) => join(to, relative(from, parent), name);
  await mkdir(to, { recursive: true });
  for (const entry of entries)
    if (entry.isDirectory()) await mkdir(targetOf(entry.parentPath, entry.name), { recursive: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(entry.parentPath, entry.name);
      const target = targetOf(entry.parentPath, entry.name);
      if (entry.isFile()) await link(source, target);
      else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    }),
  );
}
