import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PICTURE_WIDTHS, type PicturedPage, type TextsBefore } from '#engine/studio/hand-over.ts';
import { type Comparison, type HandOverTools, PicturesRefused } from '#engine/studio/server/hand-over.ts';
import { hasChromium } from '../chromium.ts';
import { readProject } from '../project/load-project.ts';
import { changedSources, filesAt, isSameRepository } from '../report/base.ts';
import { type Compared, compareEditions } from '../report/compare.ts';
import { startOnFixtures } from '../report/fixture-site.ts';
import { asMarkdown } from '../report/markdown.ts';
import { addressOf } from '../report/parts.ts';
import type { Reached } from '../report/reach.ts';

/** Pages that are taken at most: each takes seconds, four times. */
const MOST_PAGES = 12;

/** The texts with those of before in their place. */
function withBefore(files: ReadonlyMap<string, string>, before: TextsBefore): Map<string, string> {
  const old = new Map(files);
  for (const [path, text] of Object.entries(before)) {
    if (text === null) old.delete(path);
    else old.set(path, text.replace(/^\uFEFF/, ''));
  }
  return old;
}

/** What can be told of the changes of a config while it is developed, by the functions of `report`. */
export function handOverOf(configDir: string): HandOverTools {
  let kept: Promise<string> | undefined;

  /** As `report` compares: the schemas and sources of a branch belong to it as well, where they are in its repository. */
  async function compare({ base, fork, before }: Comparison): Promise<Compared | { broken: string }> {
    const { files, unread } = await readProject(configDir);
    const isOurs = fork !== null && (await isSameRepository('.', configDir));
    return compareEditions({
      base,
      files,
      unread,
      oldFiles: isOurs ? await filesAt(fork, relative('.', configDir)) : withBefore(files, before),
      sources: isOurs ? await changedSources(fork) : [],
    });
  }

  /** A copy of the config as it was; what is no YAML is as it is. */
  async function writeBefore(folder: string, before: TextsBefore): Promise<string> {
    const copy = join(folder, 'config');
    await cp(configDir, copy, { recursive: true });
    for (const [path, text] of Object.entries(before)) {
      const place = join(folder, path);
      await mkdir(dirname(place), { recursive: true });
      await (text === null ? rm(place, { force: true }) : writeFile(place, text));
    }
    return copy;
  }

  return {
    async report(comparison) {
      const compared = await compare(comparison);
      return 'broken' in compared
        ? { ok: false, text: compared.broken }
        : { ok: true, markdown: asMarkdown(compared.report, compared.words) };
    },

    async pictures(comparison, folder, onStep) {
      if (!(await hasChromium())) throw new PicturesRefused('no-chromium', '');
      const compared = await compare({ ...comparison, fork: null });
      if ('broken' in compared) throw new PicturesRefused('offenses', compared.broken);
      const pages = compared.reached.slice(0, MOST_PAGES);
      const scratch = await mkdtemp(join(tmpdir(), 'storewright-pictures-'));
      const taken = new Map<string, Record<string, string>>();
      const side = async (name: 'before' | 'after', from: string, shown: readonly Reached[]) => {
        if (shown.length === 0) return;
        onStep(`build-${name}`);
        const { site } = compared[name];
        const { takeShots } = await import('../report/shots.ts');
        const running = await startOnFixtures({
          project: '.',
          configDir: from,
          distDir: join(scratch, name),
          site,
        });
        try {
          onStep(`shoot-${name}`);
          for (const width of PICTURE_WIDTHS) {
            const suffix = `${name}-${width}`;
            const shots = await takeShots(shown, running, site, { folder, suffix, width });
            for (const [page, file] of shots)
              taken.set(`${page} ${width}`, { ...taken.get(`${page} ${width}`), [name]: file });
          }
        } finally {
          await running.stop();
        }
      };
      try {
        const old = await writeBefore(scratch, comparison.before);
        await side(
          'before',
          old,
          pages.filter(({ kind }) => kind !== 'added'),
        );
        await side(
          'after',
          configDir,
          pages.filter(({ kind }) => kind !== 'removed'),
        );
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
      return {
        reached: compared.reached.length,
        pages: pages.map(
          ({ name, page, kind }): PicturedPage => ({
            name,
            path: addressOf(page.route),
            change: kind,
            pictures: Object.fromEntries(
              PICTURE_WIDTHS.map((width) => [width, taken.get(`${name} ${width}`) ?? {}]),
            ),
          }),
        ),
      };
    },

    pictureFolder() {
      kept ??= mkdtemp(join(tmpdir(), 'storewright-pictures-'));
      return kept;
    },
  };
}
