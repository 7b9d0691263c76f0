import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kept } from '#engine/compiler/kept.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { compilerEdition } from '../cache/compiler-edition.ts';
import { diskCache } from '../cache/disk-cache.ts';
import { type Language, terminalLocale } from '../language-option.ts';
import type { LoadedProject } from '../project/load-project.ts';

const MODULES = 'node_modules';

/** Beside what other tools keep for a project. */
export const KEPT_IN = join(MODULES, '.cache/storewright');

interface Known {
  offenses: Offense[];
  /** The language of their messages, unless another one is asked for. */
  lang: Language;
}

/**
 * The offenses of a project. Where the same files have been compiled before, those are known; where only some of them
 * have changed since, little more than these is compiled.
 */
export async function knownOffenses(project: LoadedProject, configDir: string): Promise<Known> {
  if (!existsSync(MODULES)) return (await compiled(project)).known;
  const cache = diskCache(KEPT_IN);
  const edition = await compilerEdition();
  const { files, unread } = project;
  const wholeKey = [edition, terminalLocale(), JSON.stringify([...unread]), ...[...files].flat()];
  const before = await cache.read(wholeKey);
  if (before !== undefined) return before as Known;
  const filesKey = [edition, resolve(configDir)];
  const { known, keep } = await compiled(project, (await cache.read(filesKey)) as Kept | undefined);
  await cache.write(wholeKey, known);
  await cache.write(filesKey, keep());
  return known;
}

/** Compiles; only then is the compiler loaded. */
async function compiled({ files, unread }: LoadedProject, kept?: Kept) {
  const { createCompiler } = await import('#engine/compiler/compile.ts');
  const { languageFor } = await import('../language.ts');
  const compile = createCompiler(kept);
  const { offenses } = compile(files, { unread });
  return { known: { offenses, lang: languageFor(files) }, keep: compile.keep };
}
