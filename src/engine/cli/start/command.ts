import { readRegistry } from '#engine/host/built-site.ts';
import { hostOptions } from '#engine/host/process/options.ts';
import { superviseProcess } from '#engine/host/process/supervise.ts';
import { serveBuilt } from '#engine/host/serve.ts';
import { readArgs, runCommand } from '../arguments.ts';
import { presentBuild } from '../build/present-build.ts';
import { FIXTURES_USAGE, fixturesFor, readFixtureMode, withFixtureMode } from '../fixtures/fixtures.ts';
import { readLanguage } from '../language.ts';
import { seconds } from '../run.ts';

const USAGE = `storewright start [--fixtures[=slow|failing|empty]] [--lang zh|en]
  构建（有改动时）并运行商店 / builds the shop where something changed, and serves it
  ${FIXTURES_USAGE}
  PORT（默认 8080）、DIST_DIR、TRUST_PROXY、API_BASE（代替 api.base / in place of api.base） / as environment variables`;

/** `start`: serves the shop until it is stopped. Returns the exit code when it cannot. */
export const startCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, withFixtureMode(args), async (own) => {
    const started = performance.now();
    const report = (line: string) => console.log(line);
    const { values } = readArgs(own, { fixtures: { type: 'string' }, lang: { type: 'string' } });
    const lang = readLanguage(values.lang);
    const mode = readFixtureMode(values.fixtures);
    const options = hostOptions(process.env);
    const distDir = await presentBuild({
      distDir: options.distDir,
      onFixtures: mode !== undefined,
      lang,
      report,
    });
    const registry = await readRegistry(distDir);
    const fixtures = mode && (await fixturesFor(registry, mode));
    const serving = await serveBuilt({ ...options, distDir }, fixtures);
    superviseProcess(serving);
    report(`\n${registry.site.title} ${serving.url}  (${seconds(started)})`);
    return new Promise<never>(() => {});
  });
