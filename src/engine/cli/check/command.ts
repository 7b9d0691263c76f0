import { stat, writeFile } from 'node:fs/promises';
import type { PageWeight } from '#engine/compiler/budget/weight.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { CommandError, oneOf, readArgs, runCommand, UsageError } from '../arguments.ts';
import { type Language, languageFor, readLanguage } from '../language.ts';
import { readMoment } from '../moment.ts';
import { readProject } from '../project/load-project.ts';
import { timeZoneOf } from '../project/time-zone.ts';
import type { Api } from '../weigh/api.ts';
import { asTable } from '../weigh/table.ts';
import { weighPages } from '../weigh/weigh.ts';
import { applyFixes } from './apply-fixes.ts';
import { asGithub, asJson, asText } from './report.ts';
import { asTimeline } from './timeline.ts';

const FORMATS = ['text', 'json', 'github'] as const;

const USAGE = `npm run check -- [--config DIR] [--format text|json|github] [--lang zh|en] [--fix] [--timeline [--at TIME]] [--budget [--dist DIR] [--site URL]]
  --lang      不写则跟着 site.yaml 的 locale / that of site.yaml's locale when left out
  --format    text 给人看，json 给程序，github 标在合并请求的行旁 / for people, programs, pull requests
  --fix       改好能确定怎么改的 / makes the certain repairs
  --timeline  从 --at（默认现在）往后看所有排期 / looks at all schedules from --at on (now by default)
  --budget    各页面要下载多少，和 site.yaml 的上限比；先 npm run build / what pages load as built, against their budgets
              加 --site http://localhost:8080，连同一个运行着的演示商店的数据与图片 / with the data and pictures of a running demo shop
  退出码 / exit code: 0 没有错误 no error，1 有错误 an error，2 命令写错 the command is wrong`;

/** Rounds of fixes at most. */
const ROUNDS = 5;

interface Settings {
  config: string;
  format: (typeof FORMATS)[number];
  lang: Language | undefined;
  fix: boolean;
  timeline: boolean;
  budget: boolean;
  dist: string;
  site: string | undefined;
  /** As it was written. */
  at: string;
}

function readSettings(args: readonly string[]): Settings {
  const options = {
    config: { type: 'string', default: process.env['CONFIG_DIR'] ?? 'config' },
    format: { type: 'string', default: 'text' },
    lang: { type: 'string' },
    fix: { type: 'boolean', default: false },
    timeline: { type: 'boolean', default: false },
    budget: { type: 'boolean', default: false },
    dist: { type: 'string', default: process.env['DIST_DIR'] ?? 'dist' },
    site: { type: 'string' },
    at: { type: 'string', default: 'now' },
  } as const;
  const { values } = readArgs(args, options);
  return {
    ...values,
    site: values.site,
    format: oneOf('--format', values.format, FORMATS),
    lang: readLanguage(values.lang),
  };
}

/** Connects to the API of a running shop, as readers of each role. */
export type ApiOf = (site: string) => Promise<Api>;

/** A running shop as a visitor sees it. */
const visitorApi: ApiOf = async (site) => ({
  fetch(_, request) {
    const { pathname, search } = new URL(request.url);
    return fetch(new URL(pathname + search, site), { headers: request.headers, redirect: 'manual' });
  },
});

/** `check`: compiles the config and reports its offenses. Returns the exit code. */
export const checkCommand = (args: readonly string[], apiOf: ApiOf = visitorApi): Promise<number> =>
  runCommand(USAGE, args, (own) => check(own, apiOf));

async function check(args: readonly string[], apiOf: ApiOf): Promise<number> {
  const { config, format, lang: given, fix, timeline, at: written, budget, dist, site } = readSettings(args);
  if (!(await isFolder(config)))
    throw new CommandError(`没有文件夹 ${config} / there is no folder ${config}`);
  const project = await readProject(config);
  const { unread } = project;
  let { files } = project;
  const lang = languageFor(files, given);
  const at = readMoment(written, Math.floor(Date.now() / 1000), timeZoneOf(files));
  const weights = budget ? await weightsOf(dist, site, apiOf) : new Map<string, PageWeight>();
  const compiler = createCompiler();
  const compile = () => compiler(files, { unread, weights, ...(timeline && { at }) });
  let result = compile();
  const onDisk = (path: string) => path.replace(/^config(?=\/)/, config.replace(/\/+$/, ''));
  if (fix) {
    // A fix may uncover further offenses; each round leaves fewer.
    const fixed = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const changed = applyFixes(result.offenses, files);
      if (changed.size === 0) break;
      for (const [path, text] of changed) fixed.set(path, text);
      files = new Map([...files, ...changed]);
      result = compile();
    }
    await Promise.all([...fixed].map(([path, text]) => writeFile(onDisk(path), text)));
  }
  const { offenses, registry } = result;
  if (format === 'json') print(asJson(offenses, lang, onDisk));
  else if (format === 'github') print(asGithub(offenses, lang, onDisk));
  else {
    if (timeline && registry) print(`${asTimeline(registry, files, at * 1000, lang, onDisk)}\n`);
    // An exceeded budget is an error, without a registry; the table is needed then, too.
    const judged = budget ? (registry ?? compiler(files, { unread }).registry) : null;
    if (judged) print(`${asTable(weights, judged.site, lang)}\n`);
    print(asText(offenses, lang, onDisk, files));
  }
  return offenses.some(({ severity }) => severity === 'error') ? 1 : 0;
}

async function weightsOf(
  dist: string,
  site: string | undefined,
  apiOf: ApiOf,
): Promise<Map<string, PageWeight>> {
  const isBuilt = await isFolder(dist);
  if (!isBuilt) throw new CommandError(`先构建站点：npm run build / build the site first (no ${dist})`);
  if (site === undefined) return weighPages(dist);
  if (!URL.canParse(site)) throw new UsageError(`--site ${site} 不是网址 / is not a URL`);
  try {
    return await weighPages(dist, await apiOf(site));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${site} 没有回应 / does not answer (${detail})`);
  }
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
