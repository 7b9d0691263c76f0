import { existsSync } from 'node:fs';
import { loadBuiltSite, readRegistry } from '#engine/host/built-site.ts';
import { createHost } from '#engine/host/serve.ts';
import { readArgs, runCommand } from '../arguments.ts';
import { presentBuild } from '../build/present-build.ts';
import { fixturesFor } from '../fixtures/fixtures.ts';
import { generate } from '../generate/generate.ts';
import { type Language, languageOf, readLanguage } from '../language.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { run, seconds } from '../run.ts';
import { walkSite } from './walk-site.ts';

const USAGE = `storewright test [--lang zh|en]
  检查配置、类型，并在浏览器里打开每一页（不用接口） / config, types, and every page in a real browser, without an API`;

const TEXTS = {
  types: { zh: '类型', en: 'types' },
  pages: { zh: '次打开，有问题的', en: 'visits, with problems' },
};

/** Types of the shop's own blocks, where it has any. */
async function checkTypes(lang: Language): Promise<boolean> {
  await generate();
  const compiler = 'node_modules/.bin/tsc';
  if (!existsSync('tsconfig.json') || !existsSync(compiler)) return true;
  const started = performance.now();
  const code = await run(compiler, ['--noEmit']);
  console.log(`  ${TEXTS.types[lang]} ${seconds(started)}`);
  return code === 0;
}

/** Opens every page of the shop on fixtures; how many had problems. */
async function checkPages(distDir: string, lang: Language): Promise<number> {
  const [registry, site] = [await readRegistry(distDir), await loadBuiltSite(distDir)];
  const app = await createHost({ registry, site, fixtures: await fixturesFor(registry, 'usual') });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    let [count, failed] = [0, 0];
    for await (const { path, reader, window, problems } of walkSite(registry, url)) {
      count += 1;
      if (problems.length === 0) continue;
      failed += 1;
      console.error(`  ${path} (${reader}, ${window})\n${problems.map((line) => `    ${line}`).join('\n')}`);
    }
    console.log(`  ${count} ${TEXTS.pages[lang]}: ${failed}`);
    return failed;
  } finally {
    await app.close();
  }
}

/** `test`: config, types, and each page in a browser. Returns the exit code. */
export const testCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, args, async (own) => {
    const { values } = readArgs(own, { lang: { type: 'string' } });
    const given = readLanguage(values.lang);
    const lang = await languageOf(shopFolders().config, given);
    const report = (line: string) => console.log(line);
    const areTyped = await checkTypes(lang);
    const distDir = await presentBuild({
      distDir: process.env['DIST_DIR'] ?? 'dist',
      onFixtures: true,
      lang: given,
      report,
    });
    const failed = await checkPages(distDir, lang);
    return areTyped && failed === 0 ? 0 : 1;
  });
