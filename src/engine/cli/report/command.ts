import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Compilation, compile } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { readArgs, runCommand, UsageError } from '../arguments.ts';
import { asText } from '../check/report.ts';
import { type Language, languageFor, readLanguage } from '../language.ts';
import { readProject } from '../project/load-project.ts';
import type { StartSite } from '../running-site.ts';
import { weighPages } from '../weigh/weigh.ts';
import { changedSources, filesAt, forkOf, withCheckout } from './base.ts';
import { sectionsOf } from './changes.ts';
import { startOnFixtures } from './fixture-site.ts';
import { asMarkdown, type Report } from './markdown.ts';
import { everyPage, isOpenable } from './parts.ts';
import { type Reached, reachedPages } from './reach.ts';
import { WORDS, type Words } from './vocabulary.ts';

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
  const lang = languageFor(files, settings.lang);
  const words = WORDS[lang];
  const [before, after] = [compile(oldFiles), compile(files, { unread })];
  if (before.registry === null || after.registry === null) {
    const [broken, texts] = after.registry === null ? [after, files] : [before, oldFiles];
    const errors = broken.offenses.filter(({ severity }) => severity === 'error');
    const which = broken === after ? words.brokenNow : words.brokenBase(base);
    process.stderr.write(`${which}\n\n${asText(errors, lang, (path) => path, texts)}\n`);
    return 1;
  }
  const reached = reachedPages(
    { registry: before.registry, files: oldFiles },
    { registry: after.registry, files },
    sources,
  );
  const found: Report = {
    base,
    sections: sectionsOf(underSchemasOf(files, oldFiles) ?? before.registry, after.registry, words),
    reached,
    pages: [...everyPage(after.registry.routes)].filter(isOpenable).length,
    warnings: newWarnings(before, after, words),
    ...(settings.bytes && (await built({ commit, reached, settings, before, after }, startSite))),
  };
  const text = asMarkdown(found, words);
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
  return 0;
}

/**
 * The old config as today's schemas have it, so that a default which a block type gained is no change of every page that
 * uses it; null when it does not fit them.
 */
function underSchemasOf(files: ReadonlyMap<string, string>, oldFiles: ReadonlyMap<string, string>) {
  const config = [...oldFiles].filter(([path]) => path.startsWith('config/'));
  const schemas = [...files].filter(([path]) => path.startsWith('schemas/'));
  return compile(new Map([...config, ...schemas])).registry;
}

/** Warnings that were not there before; lines move, so they are distinguished by their words. */
function newWarnings(before: Compilation, after: Compilation, { lang, aside }: Words): string[] {
  const wordsOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.en}`;
  const known = new Set(before.offenses.map(wordsOf));
  return after.offenses
    .filter((offense) => !known.has(wordsOf(offense)))
    .map(({ code, file, line, message }) => aside(`${file}:${line} ${message[lang]}`, code));
}

interface Compared {
  commit: string;
  reached: readonly Reached[];
  settings: Settings;
  /** Their registries are there. */
  before: Compilation;
  after: Compilation;
}

/** Builds and starts both sides, weighs their pages with their data, and takes their pictures. */
async function built(
  { commit, reached, settings, before, after }: Compared,
  startSite: StartSite,
): Promise<Pick<Report, 'weights' | 'shots'>> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-report-'));
  const { config: configDir } = settings;
  const look = async (project: string, side: 'before' | 'after', pages: readonly Reached[]) => {
    const { registry } = side === 'before' ? before : after;
    if (registry === null) throw new Error('a side without a registry cannot be built');
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
