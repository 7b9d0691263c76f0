import { bareTimes } from '#engine/compiler/facts/bare-times.ts';
import type { ScheduleFact } from '#engine/compiler/facts/facts.ts';
import { slotClashes } from '#engine/compiler/facts/slot-clashes.ts';
import { isObject } from '#engine/compiler/json.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Window } from '#engine/compiler/schedule/window.ts';
import { isWithin, type Pointer } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { findNode, noteOf, type OwnerNode, type Shop, withoutMark } from '../shop-model.ts';

/** A line of the timeline. */
export interface TimelineRow {
  key: string;
  kind: ScheduleFact['kind'] | 'owner' | 'slots';
  title: string;
  /** Of its page, block or slot. */
  file: string;
  pointer: Pointer;
  /** What is written there. */
  value: unknown;
  /** Undefined for a line that only holds others. */
  window: Window | undefined;
  /** Where it can be seen; undefined where its page has no address that is one page. */
  path: string | undefined;
  /** When it clashes with another one, or shows nothing. */
  red: readonly Window[];
  /** What the compiler says of it. */
  notes: readonly string[];
}

export interface TimelineRows {
  rows: readonly TimelineRow[];
  /** What the compiler says of schedules that belongs to no line. */
  others: readonly Offense[];
}

const keyOf = (file: string, pointer: Pointer) => `${file} ${pointer.join('/')}`;

type Draft = Omit<TimelineRow, 'red' | 'notes'>;

/** Where in the texts of a shop things stand. */
function reader({ texts }: Shop) {
  const files = new Map<string, YamlFile>();
  function yamlOf(file: string): YamlFile {
    const yaml = files.get(file) ?? new YamlFile(file, withoutMark(texts.get(file) ?? ''));
    files.set(file, yaml);
    return yaml;
  }
  /** Does an offense stand inside of what a pointer leads to? */
  function holds({ file, pointer }: Draft, offense: Offense): boolean {
    if (file !== offense.file) return false;
    if (pointer.length === 0) return true;
    const yaml = yamlOf(file);
    /* An item of a list has no key. */
    const key = yaml.positions.at(
      yaml.range(pointer, typeof pointer.at(-1) === 'string' ? 'key' : 'value').start,
    );
    const end = yaml.positions.at(yaml.range(pointer).end);
    const after = offense.line > key.line || (offense.line === key.line && offense.column >= key.column);
    const before = offense.line < end.line || (offense.line === end.line && offense.column <= end.column);
    return after && before;
  }
  return { yamlOf, holds };
}

/** An address that names one page. */
const openPath = (owner: OwnerNode): string | undefined =>
  owner.path === undefined || owner.path.includes(':') ? undefined : owner.path;

/**
 * Everything that has a schedule: pages with their blocks beneath, parts of the shell, slots; with what the compiler's
 * timeline (`check -- --timeline`) says of each from a moment on.
 * @param at ms since 1970
 * @param titleOf the name of a type of block
 */
export function timelineRows(shop: Shop, at: number, titleOf: (type: string) => string): TimelineRows {
  const { facts, offenses } = shop.schedulesFrom(at);
  const { yamlOf, holds } = reader(shop);
  const scheduled = facts
    .flatMap(({ schedules }) => schedules)
    /* A block with the schedule of its slot has none of its own. */
    .filter(({ file, pointer }) => isObject(yamlOf(file).at([...pointer, 'schedule'])));
  const draft = (
    kind: Draft['kind'],
    { file, pointer }: Pick<Draft, 'file' | 'pointer'>,
    rest: Pick<Draft, 'title' | 'window' | 'path'>,
  ): Draft => ({
    key: kind === 'slots' ? kind : keyOf(file, pointer),
    kind,
    file,
    pointer,
    value: yamlOf(file).at(pointer),
    ...rest,
  });

  const owned = shop.owners.flatMap((owner): Draft[] => {
    const own = scheduled.filter((fact) => fact.file === owner.file && fact.owner === owner.name);
    if (own.length === 0) return [];
    const path = openPath(owner);
    const page = own.find(({ kind }) => kind === 'page');
    const pointer = owner.list.slice(0, -1);
    const title = owner.kind === 'shell' ? `外壳 ${owner.title}` : owner.title;
    return [
      draft(page ? 'page' : 'owner', { file: owner.file, pointer }, { title, window: page?.own, path }),
      ...own
        .filter(({ kind }) => kind === 'block')
        .map((fact) => {
          const node = findNode(shop, fact);
          const title = [titleOf(fact.name), node && noteOf(node)].filter(Boolean).join(' ');
          return draft('block', fact, { title, window: fact.own, path });
        }),
    ];
  });
  const placements = facts.flatMap((file) => file.placements);
  const slots = scheduled
    .filter(({ kind }) => kind === 'slot')
    .map((fact): Draft => {
      const shownOn = placements.find(({ slot }) => slot === fact.name);
      const owner = shop.owners.find(({ file, name }) => file === shownOn?.file && name === shownOn.owner);
      const label = shop.registry.slots[fact.name]?.label ?? fact.name;
      return draft('slot', fact, { title: label, window: fact.own, path: owner && openPath(owner) });
    });
  const [firstSlot] = slots;
  const drafts = [
    ...owned,
    ...(firstSlot
      ? [draft('slots', firstSlot, { title: '广告位', window: undefined, path: undefined })]
      : []),
    ...slots,
  ];

  const innermost = (file: string, pointer: Pointer) =>
    drafts
      .filter((one) => one.kind !== 'slots' && one.file === file && isWithin(pointer, one.pointer))
      .toSorted((a, b) => b.pointer.length - a.pointer.length)[0];
  const red = new Map<Draft | undefined, Window[]>();
  const redden = (one: Draft | undefined, ...windows: readonly Window[]) =>
    void red.set(one, [...(red.get(one) ?? []), ...windows]);
  for (const { file, pointer, slot, windows } of bareTimes(facts, at)) {
    redden(innermost(file, pointer), ...windows);
    if (slot !== undefined)
      redden(
        slots.find(({ pointer: [name] }) => name === slot),
        ...windows,
      );
  }
  for (const { earlier, later, both } of slotClashes(facts, at)) {
    redden(innermost(earlier.file, earlier.pointer), both);
    redden(innermost(later.file, later.pointer), both);
  }
  const about = Map.groupBy(
    offenses,
    (offense) =>
      drafts
        .filter((one) => one.kind !== 'slots' && holds(one, offense))
        .toSorted((a, b) => b.pointer.length - a.pointer.length)[0],
  );
  return {
    rows: drafts.map((one) => ({
      ...one,
      red: red.get(one) ?? [],
      notes: (about.get(one) ?? []).map(({ message, hint }) => `${message.zh}。${hint.zh}`),
    })),
    others: about.get(undefined) ?? [],
  };
}
