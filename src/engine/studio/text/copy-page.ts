import { asList, asObject, isObject, textOf } from '#engine/compiler/json.ts';
import type { Project } from '#engine/compiler/project/project.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { CannotEdit } from './cannot-edit.ts';
import type { Change } from './change.ts';
import { editText } from './edit-text.ts';
import { extractPage } from './extract-page.ts';
import { momentsIn, shiftMoment } from './moments.ts';
import { linksTo, movedLink } from './page-links.ts';
import { SourceText } from './source-text.ts';

export interface PageCopy {
  /** Where the page is. */
  file: string;
  pointer: Pointer;
  /** Of the copy: its route, its address, its title. */
  name: string;
  path: string;
  title: string;
  /** ms on the clocks of the shop by which all moments are moved. */
  distance: number;
  timeZone: string;
  /** Slots that the copy gets its own ones of; others it shares. */
  ownSlots: ReadonlySet<string>;
}

/** A copy of a page, and of the slots that are its own. */
export interface CopiedPage {
  text: string;
  /** `config/ads.yaml` with the new slots; undefined where there are none. */
  ads: string | undefined;
}

const ADS = 'config/ads.yaml';

const set = (at: Pointer, value: unknown): Change => ({ kind: 'set', at, value });

/** The copy of a page as a file of its own; comments, order and quotes are those of the page. Throws `CannotEdit`. */
export function copyPage(texts: ReadonlyMap<string, string>, project: Project, copy: PageCopy): CopiedPage {
  const { file, pointer, distance, timeZone, ownSlots } = copy;
  const extracted = extractPage(texts.get(file) ?? '', pointer);
  const before = asObject(new SourceText(extracted).value());
  const slots = new Map(
    slotsIn(before)
      .filter(({ slot }) => ownSlots.has(slot))
      .map(({ slot }) => [slot, slotName(slot, textOf(before['name']), copy.name)]),
  );
  const renamed = renameCopy(extracted, [], before, copy);
  const moved = shifted(renamed, project.library, distance, timeZone);
  const linked = withOwnLinks(moved, project, textOf(before['path']), copy);
  const text = slotsIn(new SourceText(linked).value()).reduce((edited, one) => {
    const name = slots.get(one.slot);
    return name === undefined || isAlias(edited, one.pointer)
      ? edited
      : editText(edited, set(one.pointer, name));
  }, linked);
  const titles = { before: textOf(before['title']), after: copy.title };
  const ads = [...slots].reduce<string | undefined>(
    (edited, [from, to]) =>
      edited === undefined
        ? undefined
        : copySlot(edited, from, to, titles, { ...copy, library: project.library }),
    texts.get(ADS),
  );
  return { text, ads: slots.size === 0 ? undefined : ads };
}

const isAlias = (text: string, pointer: Pointer) => new SourceText(text).find(pointer)?.alias !== undefined;

/** Where the slots are that a config shows. */
export function slotsIn(value: unknown, pointer: Pointer = []): { pointer: Pointer; slot: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => slotsIn(item, [...pointer, index]));
  if (!isObject(value)) return [];
  const { block, slot } = value;
  const own =
    typeof block === 'string' && typeof slot === 'string' ? [{ pointer: [...pointer, 'slot'], slot }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => slotsIn(inner, [...pointer, key]))];
}

/** `yx` and `yx_side` of the page `yx` are `summer` and `summer_side` of `summer`. */
function slotName(slot: string, page: string, name: string): string {
  if (slot === page) return name;
  return page !== '' && slot.startsWith(`${page}_`) ? name + slot.slice(page.length) : `${name}_${slot}`;
}

/** The names and addresses of the copy, and of the pages within it. */
function renameCopy(
  text: string,
  at: Pointer,
  page: Record<string, unknown>,
  copy: Pick<PageCopy, 'name' | 'path' | 'title'>,
): string {
  const { path, title } = page;
  const gone = ['alias', 'link'].filter((key) => page[key] !== undefined);
  const changes: Change[] = [
    set([...at, 'name'], copy.name),
    ...(path === undefined ? [] : [set([...at, 'path'], copy.path)]),
    ...(title === copy.title || copy.title === '' ? [] : [set([...at, 'title'], copy.title)]),
    ...gone.map((key): Change => ({ kind: 'remove', at: [...at, key] })),
  ];
  return asList(page['children']).reduce<string>(
    (edited, child, index) => {
      const inner = asObject(child);
      const innerPath = textOf(inner['path']);
      const base = textOf(path);
      const tail = base !== '' && innerPath.startsWith(base) ? innerPath.slice(base.length) : innerPath;
      return renameCopy(edited, [...at, 'children', index], inner, {
        name: `${copy.name}_${textOf(inner['name'])}`,
        path: copy.path + tail,
        title: '',
      });
    },
    changes.reduce(editText, text),
  );
}

function shifted(
  text: string,
  library: SchemaLibrary,
  distance: number,
  timeZone: string,
  below: Pointer = [],
): string {
  if (distance === 0) return text;
  const source = new SourceText(text);
  /* What an alias stands for is moved once, where it is written. */
  const moments = momentsIn(valueAt(source.value(), below), library)
    .map(({ pointer, moment }) => ({ pointer: [...below, ...pointer], moment }))
    .filter(({ pointer }) => source.find(pointer)?.alias === undefined);
  return moments.reduce(
    (edited, { pointer, moment }) => editText(edited, set(pointer, shiftMoment(moment, distance, timeZone))),
    text,
  );
}

/** Links of the page to itself lead to the copy. */
function withOwnLinks(text: string, project: Project, from: string, { file, path }: PageCopy): string {
  if (from === '') return text;
  const yaml = new YamlFile(file, text.replace(/^\uFEFF/, ''));
  return linksTo({ kind: 'page', yaml }, project, from)
    .filter(({ pointer }) => !isAlias(text, pointer))
    .reduce(
      (edited, { pointer, text: link }) => editText(edited, set(pointer, movedLink(link, from, path))),
      text,
    );
}

/** A slot once more, below the others, in the lines that it is written in. */
function copySlot(
  ads: string,
  from: string,
  to: string,
  titles: { before: string; after: string },
  { distance, timeZone, library }: Pick<PageCopy, 'distance' | 'timeZone'> & { library: SchemaLibrary },
): string {
  const source = new SourceText(ads);
  if (source.find([to]) !== undefined) return ads;
  const entry = source.find([from])?.entry;
  if (entry === undefined) return ads;
  if (!source.beginsLine(entry.start)) throw new CannotEdit('form');
  const lines = ads.slice(entry.start, source.linesOf(entry).end).replace(/\r?\n$/, '');
  const key = /^(?:"[^"]*"|'[^']*'|[^:\s]+)/.exec(lines)?.[0] ?? '';
  const head = ads === '' || ads.endsWith('\n') ? ads : ads + source.newline;
  const whole = `${head}${to}${lines.slice(key.length)}${source.newline}`;
  const label = textOf(valueAt(source.value(), [from, 'label']));
  const labelled = editText(whole, set([to, 'label'], labelOf(label, titles)));
  return shifted(labelled, library, distance, timeZone, [to]);
}

/** The label names the page that the slot is on: it names the copy instead. */
function labelOf(label: string, { before, after }: { before: string; after: string }): string {
  return before !== '' && label.includes(before) ? label.replace(before, after) : `${after} · ${label}`;
}
