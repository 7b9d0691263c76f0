import { onFixtures } from '../fixtures/fixtures.ts';
import type { Language } from '../language.ts';
import { ENGINE, ENGINE_SCHEMAS, shopFolders } from '../project/shop-folders.ts';
import { build } from './build.ts';
import { markMade, unlessMade } from './unless-made.ts';

interface PresentBuild {
  distDir: string;
  /** Every call comes to the host, which answers it. Such a build is none to deploy, and has a folder of its own. */
  onFixtures: boolean;
  lang: Language | undefined;
  report: (line: string) => void;
}

/** What a build follows from. */
function sourcesOf(): string[] {
  const { config, schemas, blocks } = shopFolders();
  return [config, schemas, blocks, 'public', 'package.json', 'package-lock.json', ENGINE, ENGINE_SCHEMAS];
}

/**
 * Builds the shop, unless that was done of the files as they are.
 * @returns the folder of the build
 */
export async function presentBuild({
  distDir,
  onFixtures: isMade,
  lang,
  report,
}: PresentBuild): Promise<string> {
  const configDir = shopFolders().config;
  const folder = isMade ? `${distDir}-fixtures` : distDir;
  await unlessMade(folder, sourcesOf(), () =>
    build({ distDir: folder, configDir, lang, report, ...(isMade && { adjust: onFixtures }) }),
  );
  return folder;
}

/** Builds the shop, whatever was built before; a `start` that follows takes it as it is. */
export async function freshBuild({ distDir, lang, report }: Omit<PresentBuild, 'onFixtures'>): Promise<void> {
  await markMade(distDir, sourcesOf(), () =>
    build({ distDir, configDir: shopFolders().config, lang, report }),
  );
}
