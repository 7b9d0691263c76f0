import { showMoment } from '#engine/compiler/schedule/show.ts';
import { type Window, windowOf } from '#engine/compiler/schedule/window.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { PageSchedule, PlacedBlock, Registry, Route, Source } from '#engine/generated/schemas.ts';
import { columnsOf, padTo } from '../columns.ts';
import type { Language } from '../language-option.ts';
import type { ShowPath } from './report.ts';

interface Scheduled {
  what: { zh: string; en: string };
  window: Window;
  source: Source;
  /** Where a page redirects to before it opens, and after it has closed. */
  targets: Pick<PageSchedule, 'before' | 'after'>;
}

/** Every schedule of the shop: pages, blocks, slots. */
function* scheduled(registry: Registry, files: ReadonlyMap<string, string>): Generator<Scheduled> {
  const entry = (zh: string, en: string, schedule: PageSchedule, source: Source): Scheduled => ({
    what: { zh, en },
    window: windowOf(schedule),
    source,
    targets: schedule,
  });
  for (const route of routesBelow(registry.routes)) {
    const { name, path, schedule } = route;
    const label = path === null ? name : `${name} ${path}`;
    const source = registry.pages[name]?.source;
    if (schedule !== undefined && source) yield entry(`页面 ${label}`, `page ${label}`, schedule, source);
  }
  const owners = [...Object.entries(registry.pages), ...Object.entries(registry.shells)];
  for (const [owner, { blocks }] of owners) {
    for (const { block, schedule, source } of blocksBelow(blocks)) {
      if (schedule !== undefined)
        yield entry(`${owner} 的区块 ${block}`, `block ${block} of ${owner}`, schedule, source);
    }
  }
  const ads = new YamlFile('config/ads.yaml', files.get('config/ads.yaml') ?? '');
  for (const [name, { schedule }] of Object.entries(registry.slots)) {
    const source = { file: ads.path, line: ads.positions.at(ads.range([name], 'key').start).line };
    if (schedule !== undefined) yield entry(`广告位 ${name}`, `slot ${name}`, schedule, source);
  }
}

function* routesBelow(routes: readonly Route[]): Generator<Route> {
  for (const route of routes) {
    yield route;
    yield* routesBelow(route.children);
  }
}

function* blocksBelow(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  for (const block of blocks) {
    yield block;
    yield* blocksBelow(block.blocks ?? []);
  }
}

const WORDS = {
  zh: {
    opens: '开始',
    closes: '结束',
    now: '—— 现在 ——',
    none: '没有任何排期',
    early: (to: string) => `（此前转到 ${to}）`,
    late: (to: string) => `（此后转到 ${to}）`,
  },
  en: {
    opens: 'opens',
    closes: 'closes',
    now: '—— now ——',
    none: 'nothing has a schedule',
    early: (to: string) => ` (until then to ${to})`,
    late: (to: string) => ` (from then on to ${to})`,
  },
};

/** All openings and closings in order of time, with a mark at the given moment (ms). */
export function asTimeline(
  registry: Registry,
  files: ReadonlyMap<string, string>,
  at: number,
  lang: Language,
  show: ShowPath,
): string {
  const words = WORDS[lang];
  const { timeZone } = registry.site;
  const rows = [...scheduled(registry, files)].flatMap(({ what, window, source, targets }) => {
    const location = `${show(source.file)}:${source.line}`;
    const row = (moment: number, verb: string, on: string) => ({
      moment,
      cells: [verb, `${what[lang]}${on}`, location],
    });
    const [early, late] = [targets.before, targets.after];
    return [
      row(window.from, words.opens, early === undefined ? '' : words.early(early)),
      row(window.until, words.closes, late === undefined ? '' : words.late(late)),
    ];
  });
  const events = rows.filter(({ moment }) => Number.isFinite(moment)).sort((a, b) => a.moment - b.moment);
  if (events.length === 0) return words.none;
  const width = Math.max(...events.map(({ cells }) => columnsOf(cells[1] ?? '')));
  const line = ({ moment, cells: [verb = '', what = '', location = ''] }: (typeof events)[number]) =>
    `${showMoment(moment, timeZone)}  ${verb}  ${padTo(what, width)}  ${location}`;
  const past = events.filter(({ moment }) => moment <= at).map(line);
  const ahead = events.filter(({ moment }) => moment > at).map(line);
  return [...past, `${showMoment(at, timeZone)}  ${words.now}`, ...ahead].join('\n');
}
