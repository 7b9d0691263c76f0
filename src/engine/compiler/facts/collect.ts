import { asList, asObject, isObject, own } from '../json.ts';
import type { Project } from '../project/project.ts';
import { parseReferences } from '../reference.ts';
import { resolveType } from '../references/resolve.ts';
import { ALWAYS, intersection, isBounded, type Window, windowOf } from '../schedule/window.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import { shellName } from '../schema/file-kind.ts';
import type { Pointer } from '../source/pointer.ts';
import { isLink, readLink } from '../walk/link.ts';
import type { BlockNode, OwnerNode, ScheduleNode, TextNode, Visitor } from '../walk/nodes.ts';
import type { FileFacts, LinkFact, PlacementFact, ScheduleFact, ZoneFact } from './facts.ts';

/** A visitor that collects the facts of a file, and those facts. */
export function collector(
  { kind, yaml }: ConfigFile,
  project: Project,
): { visitor: Visitor; facts: FileFacts } {
  const file = yaml.path;
  const names: FileFacts['names'][number][] = [];
  const renewed: string[] = [];
  const user: string[] = [];
  const links: LinkFact[] = [];
  const schedules: ScheduleFact[] = [];
  const zones: ZoneFact[] = [];
  const placements: PlacementFact[] = [];

  const nameOf = ({ value }: OwnerNode) =>
    kind === 'shell' ? shellName(file) : typeof value['name'] === 'string' ? value['name'] : '';
  const slotSchedule = (slot: unknown) =>
    typeof slot === 'string' ? own(project.slots, slot)?.schedule : undefined;
  /** A block's own schedule, or that of its slot (as in `placeBlocks`). */
  const ownWindow = (block: Record<string, unknown>) =>
    windowOf(block['schedule'] ?? slotSchedule(block['slot']));

  function zone(blocks: unknown, pointer: Pointer, owner: OwnerNode, around: readonly ScheduleNode[]): void {
    const placed = asList(blocks).filter(isObject);
    const windows = placed.map((block) => (block['closedText'] === undefined ? ownWindow(block) : ALWAYS));
    if (windows.length === 0 || !windows.every(isBounded)) return;
    zones.push({
      file,
      pointer: [...pointer, 'blocks'],
      owner: nameOf(owner),
      open: share(around),
      blocks: windows,
    });
  }

  const shownAt = (block: BlockNode | undefined, owner: OwnerNode | undefined): Window =>
    intersection(share(block?.schedules ?? owner?.schedules ?? []), block ? ownWindow(block.value) : ALWAYS);
  /** Only fields that the type of the user has; others are reported by reference-unknown. */
  function noteUser({ text, scope }: TextNode): void {
    for (const reference of parseReferences(text).good) {
      if (reference.root === 'user' && 'schema' in resolveType(reference, scope, project))
        user.push(reference.path.join('.'));
    }
  }

  const visitor: Visitor = {
    name(node) {
      // A call that another names in `renews` is not used by that.
      if (kind !== 'api') names.push({ ...node, file });
      else if (node.kind === 'call') renewed.push(node.name);
    },
    action({ value }) {
      for (const name of asList(value['refresh'])) if (typeof name === 'string') renewed.push(name);
    },
    owner(node) {
      const { value, pointer } = node;
      zone(value['blocks'], pointer, node, node.schedules);
      const own = windowOf(value['schedule']);
      const name = nameOf(node);
      if (isBounded(own))
        schedules.push({ file, pointer, kind: 'page', name, owner: name, own, shown: share(node.schedules) });
    },
    block(node) {
      const { type, value, pointer, owner } = node;
      const own = ownWindow(value);
      const shown = intersection(share(node.schedules), own);
      if (isBounded(own))
        schedules.push({ file, pointer, kind: 'block', name: type, owner: nameOf(owner), own, shown });
      if (typeof value['slot'] === 'string')
        placements.push({
          file,
          pointer: [...pointer, 'slot'],
          slot: value['slot'],
          owner: nameOf(owner),
          shown,
          around: share(value['schedule'] === undefined ? node.schedules : node.schedules.slice(0, -1)),
          own,
        });
      if (value['blocks'] !== undefined) zone(value['blocks'], pointer, owner, node.schedules);
    },
    text(node) {
      if (node.text.includes('$user.')) noteUser(node);
      if (!isLink(node, project.library)) return;
      const target = readLink(node.text);
      if (target.kind !== 'page') return;
      const { text, pointer, block, owner, closed } = node;
      const leads = closed?.side ?? (block === undefined && node.use === 'link' ? 'redirect' : undefined);
      const shown = closed === undefined ? shownAt(block, owner) : closedAt(closed);
      const page = owner?.kind === 'page' ? owner.pointer : undefined;
      links.push({ file, pointer, text, path: target.path, shown, page, leads });
    },
  };
  if (kind === 'ads') {
    for (const [name, slot] of Object.entries(project.slots)) {
      const own = windowOf(asObject(slot)['schedule']);
      if (isBounded(own))
        schedules.push({ file, pointer: [name], kind: 'slot', name, owner: name, own, shown: own });
    }
  }
  return { visitor, facts: { names, renewed, user, links, schedules, zones, placements } };
}

const share = (schedules: readonly ScheduleNode[]): Window =>
  intersection(ALWAYS, ...schedules.map(({ value }) => windowOf(value)));

/** When a page is closed and those around it are open; otherwise their redirection applies. */
function closedAt({ side, schedule, outer }: NonNullable<TextNode['closed']>): Window {
  const { from, until } = windowOf(schedule);
  const time = side === 'before' ? { from: -Infinity, until: from } : { from: until, until: Infinity };
  return intersection(share(outer), time);
}
