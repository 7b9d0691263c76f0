import { hostOptions } from '#engine/host/process/options.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { CommandError, readArgs, runCommand } from '../arguments.ts';
import { catalogue } from '../catalogue/plugin.ts';
import {
  FIXTURES_USAGE,
  fixturesFor,
  onFixtures,
  readFixtureMode,
  withFixtureMode,
} from '../fixtures/fixtures.ts';
import { generate } from '../generate/generate.ts';
import { readLanguage } from '../language.ts';
import { develop } from './develop.ts';
import { hostedApi } from './hosted-api.ts';

const USAGE = `storewright dev [--fixtures[=slow|failing|empty]] [--lang zh|en]
  从源文件运行商店，存盘即见；/catalogue 是区块、接口与配置语言的目录
  the shop from its sources: what is saved is seen; /catalogue shows blocks, calls and the config language
  ${FIXTURES_USAGE}
  PORT（默认 8080） / as an environment variable`;

/** `dev`: the shop from its sources, until it is stopped. Returns the exit code when it cannot start. */
export const devCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, withFixtureMode(args), async (own) => {
    const { values } = readArgs(own, { fixtures: { type: 'string' }, lang: { type: 'string' } });
    const mode = readFixtureMode(values.fixtures);
    await develop({
      port: hostOptions(process.env).port,
      lang: readLanguage(values.lang),
      api: hostedApi(async (registry) => mode && fixturesFor(registry, mode)),
      generate,
      plugins: [catalogue({})],
      ...(mode && { adjust: onFixtures }),
      endsStart: (fault) => fault instanceof StartFault || fault instanceof CommandError,
      report: (line) => console.log(line),
    });
    return new Promise<never>(() => {});
  });
