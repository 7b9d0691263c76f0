import { build } from '#engine/cli/build/build.ts';
import { markMade, unlessMade } from '#engine/cli/build/unless-made.ts';
import { type Language, languageOf } from '#engine/cli/language.ts';
import { shopFolders } from '#engine/cli/project/shop-folders.ts';
import { generateAll } from './generate.ts';

const { config } = shopFolders();

/** Folders that `generateAll` writes; they follow from the rest. */
const GENERATED = /^src\/(?:engine\/)?generated\//;

/** What the generated files follow from. */
const SOURCES = ['schemas', config, 'src/server', 'src/engine', 'tools', 'package-lock.json'];
/** What the built site follows from. */
const SITE_SOURCES = ['src', 'schemas', config, 'tools', 'package-lock.json', 'vite.config.ts'];

/** Types, editor schemas and what calls answer, where they are not those of the present files. */
export function generateUnlessMade(): Promise<void> {
  return unlessMade('src/generated', SOURCES, generateAll, GENERATED);
}

/** Builds the site, whatever is there; `buildUnlessMade` then knows that it is of these files. */
export function buildAnew(distDir: string, report: (line: string) => void, lang?: Language): Promise<void> {
  return markMade(
    distDir,
    SITE_SOURCES,
    async () => {
      await generateAll();
      await build({ distDir, configDir: config, lang, report });
    },
    GENERATED,
  );
}

/**
 * The built site, where it is not that of the present files.
 * @param report hears one line per step
 * @param lang of these lines; the site's when left out
 * @throws Offended for a config that cannot be built
 */
export function buildUnlessMade(
  distDir: string,
  report: (line: string) => void,
  lang?: Language,
): Promise<void> {
  return unlessMade(
    distDir,
    SITE_SOURCES,
    async () => {
      report({ zh: '构建站点', en: 'building the site' }[await languageOf(config, lang)]);
      await generateUnlessMade();
      await build({ distDir, configDir: config, lang, report });
    },
    GENERATED,
  );
}
