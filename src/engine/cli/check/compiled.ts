import { writeFile } from 'node:fs/promises';
import type { PageWeight } from '#engine/compiler/budget/weight.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { CommandError, UsageError } from '../arguments.ts';
import { isFolder } from '../files.ts';
import { languageFor } from '../language.ts';
import type { Language } from '../language-option.ts';
import { readMoment } from '../moment.ts';
import type { LoadedProject } from '../project/load-project.ts';
import { timeZoneOf } from '../project/time-zone.ts';
import type { ApiOf } from '../weigh/api.ts';
import { asTable } from '../weigh/table.ts';
import { weighPages } from '../weigh/weigh.ts';
import { applyFixes } from './apply-fixes.ts';
import type { ShowPath } from './report.ts';
import type { Settings } from './settings.ts';
import { asTimeline } from './timeline.ts';

/** Rounds of fixes at most. */
const ROUNDS = 5;

interface Asked {
  settings: Settings;
  apiOf: ApiOf;
  onDisk: ShowPath;
}

interface Compiled {
  offenses: Offense[];
  lang: Language;
  /** As they are after the fixes. */
  files: ReadonlyMap<string, string>;
  /** What is asked for besides, for people. */
  tables: string[];
}

/** The offenses where more is asked than to find them: to mend them, to look at schedules or at the weights of pages. */
export async function compileWith(
  { settings, apiOf, onDisk }: Asked,
  project: LoadedProject,
): Promise<Compiled> {
  const { fix, timeline, budget, dist, site } = settings;
  const { unread } = project;
  let { files } = project;
  const lang = languageFor(files, settings.lang);
  const at = readMoment(settings.at, Math.floor(Date.now() / 1000), timeZoneOf(files));
  const weights = budget ? await weightsOf(dist, site, apiOf) : new Map<string, PageWeight>();
  const compiler = createCompiler();
  const compile = () => compiler(files, { unread, weights, ...(timeline && { at }) });
  let result = compile();
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
  const tables: string[] = [];
  if (timeline && registry) tables.push(asTimeline(registry, files, at * 1000, lang, onDisk));
  // An exceeded budget is an error, without a registry; the table is needed then, too.
  const judged = budget ? (registry ?? compiler(files, { unread }).registry) : null;
  if (judged) tables.push(asTable(weights, judged.site, lang));
  return { offenses, lang, files, tables };
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
