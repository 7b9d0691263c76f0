import type { PageSchedule, PlacedBlock, Registry, Route } from '#engine/generated/schemas.ts';
import { blocksOf, everyBlock, everyPage, textOf } from './parts.ts';
import { commonRun, valueLines } from './values.ts';
import type { Change, Words } from './vocabulary.ts';
import {
  callsMadeBy,
  callText,
  change,
  type DescribedCall,
  dataText,
  redirectText,
  scheduleText,
  slotText,
} from './words.ts';

/** A heading and what belongs under it, each a line of Markdown. */
export interface Section {
  title: string;
  lines: string[];
}

/** What is new, other, or gone in the config, in the words of those who wrote it. */
export function sectionsOf(before: Registry, after: Registry, words: Words): Section[] {
  const { section, part } = words;
  const calls = { what: part.call, before: callsOf(before), after: callsOf(after) };
  const slots = { what: part.slot, before: before.slots, after: after.slots };
  const { timeZone } = after.site;
  return [
    { title: section.pages, lines: pageLines(before, after, words) },
    { title: section.schedules, lines: scheduleLines(before, after, words) },
    { title: section.shells, lines: shellLines(before, after, words) },
    { title: section.calls, lines: namedLines(calls, callText, words) },
    {
      title: section.slots,
      lines: namedLines(slots, (slot) => slotText(slot, timeZone, words), words),
    },
    { title: section.site, lines: valueLines(before.site, after.site, '', words) },
    { title: section.errors, lines: valueLines(before.errors, after.errors, '', words) },
  ].filter(({ lines }) => lines.length > 0);
}

const callsOf = ({ calls, contracts }: Registry): Record<string, DescribedCall> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, binding]) => [name, { ...contracts[name], ...binding }]),
  );

/** `added block`: what became of a thing of a kind. */
const did = (what: Change, kind: string, words: Words): string =>
  `${words.change[what]}${words.space}${kind}`;

const headOf = ({ name, path, title }: Route): string => `**${name}** ${path ?? ''} ${title ?? ''}`;

const placeOf = (source: PlacedBlock['source'] | undefined): string => `${source?.file}:${source?.line}`;

function pageLines(before: Registry, after: Registry, words: Words): string[] {
  const pagesOf = ({ routes }: Registry) =>
    new Map([...everyPage(routes)].map(({ route }) => [route.name, route]));
  const [old, now] = [pagesOf(before), pagesOf(after)];
  const lines: string[] = [];
  for (const [name, route] of now) {
    const was = old.get(name);
    const head = words.aside(headOf(route), placeOf(after.pages[name]?.source));
    if (was === undefined) {
      lines.push(`- ${words.change.added} ${head}`, ...indent(newPageLines(route, after, words)));
      continue;
    }
    const details = [
      ...routeLines(was, route, words),
      ...namedLines(
        { what: words.data, before: before.pages[name]?.data ?? {}, after: after.pages[name]?.data ?? {} },
        dataText,
        words,
      ),
      ...blockLines(blocksOf(before, name), blocksOf(after, name), words),
    ];
    if (details.length > 0) lines.push(`- ${words.change.changed} ${head}`, ...indent(details));
  }
  for (const [name, route] of old)
    if (!now.has(name)) {
      const redirect = route.redirect === undefined ? '' : words.ledTo(redirectText(route.redirect, words));
      lines.push(`- ${words.change.removed} ${headOf(route)}${redirect}`);
    }
  return lines;
}

/** What a new page is made of. */
function newPageLines(route: Route, registry: Registry, words: Words): string[] {
  const kinds = [...new Set([...everyBlock(blocksOf(registry, route.name))].map(({ block }) => block))];
  const body = registry.pages[route.name];
  const calls = body ? callsMadeBy(body) : [];
  const line = (what: string, text: string) => `- ${what}${words.colon}${text}`;
  return [
    ...(route.redirect === undefined ? [] : [line(words.redirect, redirectText(route.redirect, words))]),
    ...(kinds.length > 0 ? [line(words.blocks, kinds.join(words.item))] : []),
    ...(calls.length > 0 ? [line(words.calls, calls.join(words.item))] : []),
  ];
}

/** What of a page itself is other. */
function routeLines(was: Route, route: Route, words: Words): string[] {
  const { field } = words;
  const plain = (['path', 'title', 'access'] as const)
    .filter((key) => textOf(was[key]) !== textOf(route[key]))
    .map((key) => `- ${field[key]}${words.colon}${change(was[key], route[key], words)}`);
  const [from, to] = [redirectText(was.redirect, words), redirectText(route.redirect, words)];
  const isElsewhere = textOf(was.redirect) !== textOf(route.redirect);
  return [
    ...plain,
    ...(isElsewhere ? [`- ${words.redirect}${words.colon}${from} → ${to}`] : []),
    ...(['alias', 'meta', 'remember'] as const).flatMap((key) =>
      valueLines(was[key], route[key], field[key], words),
    ),
  ];
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** Blocks that stay are found as the longest run that both have; of the rest, those of one type are the same one changed. */
function blockLines(before: readonly PlacedBlock[], after: readonly PlacedBlock[], words: Words): string[] {
  const [old, now] = [[...everyBlock(before)], [...everyBlock(after)]];
  const own = (block: PlacedBlock) => textOf({ ...block, blocks: undefined });
  const kept = commonRun(old.map(own), now.map(own));
  const gone = old.filter((_, index) => !kept.some(([at]) => at === index));
  const lines: string[] = [];
  for (const [index, block] of now.entries()) {
    if (kept.some(([, at]) => at === index)) continue;
    const shown = words.aside(block.block, placeOf(block.source));
    const twin = gone.findIndex(({ block: type, id }) => type === block.block && id === block.id);
    const [was] = twin === -1 ? [] : gone.splice(twin, 1);
    if (was === undefined) lines.push(`- ${did('added', words.block, words)} ${shown}`);
    else {
      const { props: oldProps, blocks: _, needs: __, ...oldRest } = was;
      const { props, blocks: ___, needs: ____, ...rest } = block;
      lines.push(
        `- ${did('changed', words.block, words)} ${shown}`,
        ...indent([...valueLines(oldProps, props, '', words), ...valueLines(oldRest, rest, '', words)]),
      );
    }
  }
  for (const { block } of gone) lines.push(`- ${did('removed', words.block, words)} ${block}`);
  return lines;
}

/** Things of one kind by name, as they were and are. */
interface Named<T> {
  what: string;
  before: Readonly<Record<string, T>>;
  after: Readonly<Record<string, T>>;
}

function namedLines<T>(
  { what, before, after }: Named<T>,
  describe: (value: T, words: Words) => string,
  words: Words,
): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name))
      lines.push(`- ${did('added', what, words)} **${name}**${words.colon}${describe(value, words)}`);
    else if (textOf(before[name]) !== textOf(value))
      lines.push(
        `- ${did('changed', what, words)} **${name}**`,
        ...indent(valueLines(before[name], value, '', words)),
      );
  }
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) lines.push(`- ${did('removed', what, words)} **${name}**`);
  return lines;
}

function shellLines(before: Registry, after: Registry, words: Words): string[] {
  const lines: string[] = [];
  for (const [name, shell] of Object.entries(after.shells)) {
    const was = before.shells[name];
    if (was === undefined) lines.push(`- ${words.change.added} **${name}**`);
    else {
      const details = [
        ...namedLines({ what: words.data, before: was.data, after: shell.data }, dataText, words),
        ...blockLines(was.blocks, shell.blocks, words),
      ];
      if (details.length > 0) lines.push(`- ${words.change.changed} **${name}**`, ...indent(details));
    }
  }
  for (const name of Object.keys(before.shells))
    if (!Object.hasOwn(after.shells, name)) lines.push(`- ${words.change.removed} **${name}**`);
  return lines;
}

/** What has a schedule. */
type Scheduled =
  | { kind: 'page' | 'slot'; name: string }
  /** Blocks of one type and slot in one page or shell are distinguished by their order. */
  | { kind: 'block'; name: string; slot: string | undefined; owner: string; nth: number };

interface Dated {
  what: Scheduled;
  schedule: PageSchedule;
}

function* schedulesOf({ routes, pages, shells, slots }: Registry): Generator<Dated> {
  for (const { route } of everyPage(routes)) {
    const { name, schedule } = route;
    if (schedule !== undefined) yield { what: { kind: 'page', name }, schedule };
  }
  for (const [owner, { blocks }] of [...Object.entries(pages), ...Object.entries(shells)]) {
    const count = new Map<string, number>();
    for (const { block: name, schedule, slot } of everyBlock(blocks)) {
      if (schedule === undefined) continue;
      const key = textOf([name, slot]);
      const nth = (count.get(key) ?? 0) + 1;
      count.set(key, nth);
      yield { what: { kind: 'block', name, slot, owner, nth }, schedule };
    }
  }
  for (const [name, { schedule }] of Object.entries(slots))
    if (schedule !== undefined) yield { what: { kind: 'slot', name }, schedule };
}

function scheduledText(what: Scheduled, words: Words): string {
  if (what.kind !== 'block') return `${words.part[what.kind]} ${what.name}`;
  const { name, slot, owner, nth } = what;
  return words.blockOf(slot === undefined ? name : words.aside(name, slot), owner, nth);
}

function scheduleLines(before: Registry, after: Registry, words: Words): string[] {
  const byOwner = (registry: Registry) =>
    new Map([...schedulesOf(registry)].map((dated) => [textOf(dated.what), dated]));
  const [old, now] = [byOwner(before), byOwner(after)];
  const shown = (dated: Dated | undefined) => scheduleText(dated?.schedule, after.site.timeZone, words);
  return [...new Map([...old, ...now])]
    .filter(([key]) => textOf(old.get(key)) !== textOf(now.get(key)))
    .map(
      ([key, { what }]) =>
        `- ${scheduledText(what, words)}${words.colon}${shown(old.get(key))} → ${shown(now.get(key))}`,
    );
}
