import { CommandError, runCommand } from '../arguments.ts';
import { isFolder } from '../files.ts';
import { readProject } from '../project/load-project.ts';
import type { ApiOf } from '../weigh/api.ts';
import { knownOffenses } from './known-offenses.ts';
import { asGithub, asJson, asText } from './report.ts';
import { NOW, readSettings, type Settings, USAGE } from './settings.ts';

/** A running shop as a visitor sees it. */
const visitorApi: ApiOf = async (site) => ({
  fetch(_, request) {
    const { pathname, search } = new URL(request.url);
    return fetch(new URL(pathname + search, site), { headers: request.headers, redirect: 'manual' });
  },
});

/** `check`: compiles the config and reports its offenses. Returns the exit code. */
export const checkCommand = (args: readonly string[], apiOf: ApiOf = visitorApi): Promise<number> =>
  runCommand(USAGE, args, (own) => check(readSettings(own), apiOf));

async function check(settings: Settings, apiOf: ApiOf): Promise<number> {
  const { config, format } = settings;
  if (!(await isFolder(config)))
    throw new CommandError(`没有文件夹 ${config} / there is no folder ${config}`);
  const project = await readProject(config);
  const onDisk = (path: string) => path.replace(/^config(?=\/)/, config.replace(/\/+$/, ''));
  const { offenses, lang, files, tables } = asksForMore(settings)
    ? await (await import('./compiled.ts')).compileWith({ settings, apiOf, onDisk }, project)
    : { ...(await knownOffenses(project, config)), files: project.files, tables: [] };
  const told = settings.lang ?? lang;
  if (format === 'json') print(asJson(offenses, told, onDisk));
  else if (format === 'github') print(asGithub(offenses, told, onDisk));
  else {
    for (const table of tables) print(`${table}\n`);
    print(asText(offenses, told, onDisk, files));
  }
  return offenses.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** A time is refused when it cannot be read, whatever it is for. */
const asksForMore = ({ fix, timeline, budget, at }: Settings): boolean =>
  fix || timeline || budget || at !== NOW;

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}
