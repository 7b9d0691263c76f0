import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '#engine/cli/build/build.ts';
import { listTree } from '#engine/cli/files.ts';
import { generateAll } from './generate.ts';

const configDir = process.env['CONFIG_DIR'] ?? 'config';

/** Folders that `generateAll` writes; they follow from the rest. */
const GENERATED = /^src\/(?:engine\/)?generated\//;

/** What the generated files follow from. */
const SOURCES = ['schemas', configDir, 'src/server', 'src/engine', 'tools', 'package-lock.json'];
/** What the built site follows from. */
const SITE_SOURCES = ['src', 'schemas', configDir, 'tools', 'package-lock.json', 'vite.config.ts'];

/** The files in these folders and of these paths, by path, size and time. */
async function fingerprint(sources: readonly string[]): Promise<string> {
  const found = await Promise.all(
    sources.map(async (path) => ((await stat(path)).isDirectory() ? listTree(path) : [path])),
  );
  const files = found.flat().filter((path) => !GENERATED.test(path));
  const facts = await Promise.all(
    files.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return [path, size, mtimeMs];
    }),
  );
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** Works unless `folder` is marked as made of the sources as they are, and marks it afterwards. */
async function unlessMade(
  folder: string,
  sources: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const stamp = join(folder, '.fingerprint');
  const current = await fingerprint(sources);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === current) return;
  await work();
  await writeFile(stamp, current);
}

/** Types, editor schemas and what calls answer, where they are not those of the present files. */
export function generateUnlessMade(): Promise<void> {
  return unlessMade('src/generated', SOURCES, generateAll);
}

/**
 * The built site, where it is not that of the present files.
 * @param report hears one line per step
 * @throws Offended for a config that cannot be built
 */
export function buildUnlessMade(distDir: string, report: (line: string) => void): Promise<void> {
  return unlessMade(distDir, SITE_SOURCES, async () => {
    report('构建站点');
    await generateUnlessMade();
    await build({ distDir, configDir, report });
  });
}
