import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Registry } from '#engine/generated/schemas.ts';
import { readArgs, runCommand, UsageError } from '../arguments.ts';
import { type Language, readLanguage } from '../language.ts';
import { readProject } from '../project/load-project.ts';
import type { StartSite } from '../running-site.ts';
import { weighPages } from '../weigh/weigh.ts';
import { changedSources, filesAt, forkOf, withCheckout } from './base.ts';
import { compareEditions } from './compare.ts';
import { startOnFixtures } from './fixture-site.ts';
import { asMarkdown, type Report } from './markdown.ts';
import type { Reached } from './reach.ts';

const USAGE = `report <base-ref> [--config DIR] [--out FILE] [--bytes] [--shots DIR [--shots-url URL]] [--lang zh|en]
  --bytes   前后各构建、启动一次，比较每个页面的大小 / builds and starts both, and compares what each page loads
  --shots   再拍受影响的页面 / takes pictures of the pages that are reached, before and after as well
  --lang    不写则跟着 site.yaml 的 locale / that of site.yaml's locale when left out`;

interface Settings {
  base: string;
  config: string;
  out: string | undefined;
  bytes: boolean;
  shots: string | undefined;
  /** Where the pictures will be found by whoever reads the report; beside it by default. */
  shotsUrl: string;
  lang: Language | undefined;
}

function readSettings(args: readonly string[]): Settings {
  const options = {
    config: { type: 'string', default: process.env['CONFIG_DIR'] ?? 'config' },
    out: { type: 'string' },
    bytes: { type: 'boolean', default: false },
    shots: { type: 'string' },
    'shots-url': { type: 'string' },
    lang: { type: 'string' },
  } as const;
  const { values, positionals } = readArgs(args, options, true);
  const [base, more] = positionals;
  if (base === undefined)
    throw new UsageError('和哪个分支比？如 main / which branch to compare with? such as main');
  if (more !== undefined) throw new UsageError(`多了 ${more} / ${more} is one too many`);
  const { config, out, bytes, shots } = values;
  return {
    base,
    config,
    out,
    bytes: bytes || shots !== undefined,
    shots,
    shotsUrl: values['shots-url'] ?? shots ?? '',
    lang: readLanguage(values.lang),
  };
}

/**
 * `report`: what a branch changes, for a reviewer. Returns the exit code: 1 also when one of the two does not compile.
 * @param startSite starts one of the two, to weigh and to take pictures of; on fixtures when left out
 */
export const reportCommand = (
  args: readonly string[],
  startSite: StartSite = startOnFixtures,
): Promise<number> => runCommand(USAGE, args, (own) => report(own, startSite));

async function report(args: readonly string[], startSite: StartSite): Promise<number> {
  const settings = readSettings(args);
  const { base, config, out } = settings;
  const commit = await forkOf(base);
  const [{ files, unread }, oldFiles, sources] = await Promise.all([
    readProject(config),
    filesAt(commit, config),
    changedSources(commit),
  ]);
  const compared = compareEditions({ base, oldFiles, files, unread, sources, lang: settings.lang });
  if ('broken' in compared) {
    process.stderr.write(`${compared.broken}\n`);
    return 1;
  }
  const { before, after, reached, words } = compared;
  const found: Report = {
    ...compared.report,
    ...(settings.bytes && (await built({ commit, reached, settings, before, after }, startSite))),
  };
  const text = asMarkdown(found, words);
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
  return 0;
}

interface Building {
  commit: string;
  reached: readonly Reached[];
  settings: Settings;
  before: Registry;
  after: Registry;
}

/** Builds and starts both sides, weighs their pages with their data, and takes their pictures. */
async function built(
  { commit, reached, settings, before, after }: Building,
  startSite: StartSite,
): Promise<Pick<Report, 'weights' | 'shots'>> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-report-'));
  const { config: configDir } = settings;
  const look = async (project: string, side: 'before' | 'after', pages: readonly Reached[]) => {
    const registry = side === 'before' ? before : after;
    const site = await startSite({ project, configDir, distDir: join(folder, side), site: registry.site });
    try {
      const weights = await weighPages(site.distDir, await site.api());
      if (settings.shots === undefined) return { weights, shots: new Map<string, string>() };
      const { takeShots } = await import('./shots.ts');
      const into = { folder: resolve(settings.shots), suffix: side };
      return { weights, shots: await takeShots(pages, site, registry.site, into) };
    } finally {
      await site.stop();
    }
  };
  try {
    const old = await withCheckout(commit, (project) =>
      look(
        project,
        'before',
        reached.filter(({ kind }) => kind !== 'added'),
      ),
    );
    const now = await look(
      '.',
      'after',
      reached.filter(({ kind }) => kind !== 'removed'),
    );
    return {
      weights: { before: old.weights, after: now.weights },
      ...(settings.shots !== undefined && { shots: pair(reached, old.shots, now.shots, settings.shotsUrl) }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pair(
  reached: readonly Reached[],
  before: Map<string, string>,
  after: Map<string, string>,
  url: string,
) {
  const at = (file: string | undefined) =>
    file === undefined ? undefined : `${url.replace(/\/$/, '')}/${file}`;
  return new Map(
    reached.map(({ name }) => {
      const [old, now] = [at(before.get(name)), at(after.get(name))];
      return [name, { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
    }),
  );
}
