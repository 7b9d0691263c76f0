import { dirname } from 'node:path';
import { memo } from '#engine/compiler/memo.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { blocksOf, everyBlock, everyPage, isOpenable, type Page, shellsOf, textOf } from './parts.ts';
import type { Change, PartKind, Words } from './vocabulary.ts';

/** One side of the comparison. */
export interface Side {
  registry: Registry;
  /** Schema files and config, as the compiler read them. */
  files: ReadonlyMap<string, string>;
}

/** Parts of the site that the engine reads on every page; other parts count where a page refers to them. */
const ENGINE = [
  'title',
  'description',
  'origin',
  'locale',
  'timeZone',
  'dates',
  'money',
  'api',
  'user',
  'roles',
  'gated',
  'pages',
  'texts',
  'theme',
  'remember',
] as const;
const blockSchemas = memo((files: ReadonlyMap<string, string>) => readSchemas(files).blocks);

/** Something that a page is made of. */
interface Part {
  kind: PartKind;
  name: string;
}

/** Parts with their content as text. */
class Parts {
  readonly #all = new Map<string, Part & { text: string }>();

  set(kind: PartKind, name: string, text: string): this {
    this.#all.set(`${kind} ${name}`, { kind, name, text });
    return this;
  }

  textOf({ kind, name }: Part): string | undefined {
    return this.#all.get(`${kind} ${name}`)?.text;
  }

  /** Every part of these pages, once. */
  static *ofAll(...pages: readonly Parts[]): Generator<Part> {
    for (const { kind, name } of new Map(pages.flatMap((parts) => [...parts.#all])).values())
      yield { kind, name };
  }
}

/** Everything that a page is made of. */
function partsOfPage(page: Page, { registry, files }: Side): Parts {
  const parts = new Parts();
  const { route, chain } = page;
  // A redirect shows neither blocks nor shell.
  if (route.redirect !== undefined) return parts.set('page', route.name, textOf({ ...route, children: [] }));
  const shells = shellsOf(route);
  const owners = [...chain, route];
  for (const { children: _, ...own } of owners)
    parts.set('page', own.name, textOf([own, registry.pages[own.name]]));
  for (const name of shells) parts.set('shell', name, textOf(registry.shells[name]));

  const blocks = [
    ...owners.flatMap(({ name }) => [...everyBlock(blocksOf(registry, name))]),
    ...shells.flatMap((name) => [...everyBlock(registry.shells[name]?.blocks ?? [])]),
  ];
  for (const { block } of blocks) {
    const schema = blockSchemas(files).get(block);
    if (schema !== undefined) parts.set('block', block, textOf(schema));
  }
  for (const { slot } of blocks)
    if (slot !== undefined) parts.set('slot', slot, textOf(registry.slots[slot]));

  const everything = textOf([
    owners.map(({ name }) => registry.pages[name]?.data),
    shells.map((name) => registry.shells[name]?.data),
    blocks,
  ]);
  const calls = new Set(Array.from(everything.matchAll(/"call":"([^"]+)"/g), (match) => match[1] ?? ''));
  const { call: userCall } = registry.site.user;
  if (route.meta.baseUser && userCall !== undefined) calls.add(userCall);
  for (const call of calls) parts.set('call', call, callText(registry, call));

  const references = everything.match(/\$site(?:\.[\w-]+)+/g) ?? [];
  for (const reference of new Set(references))
    parts.set('site', reference.slice('$site.'.length), textOf(at(registry.site, reference)));
  for (const key of ENGINE) parts.set('site', key, textOf(registry.site[key]));
  parts.set('errors', 'errors.yaml', textOf(registry.errors));
  return parts;
}

const at = (root: unknown, reference: string) =>
  reference
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      root,
    );

/** A call with the entities that its answer is made of. */
function callText({ calls, contracts, definitions }: Registry, name: string): string {
  const seen = new Set<string>();
  const waiting = [textOf(contracts[name])];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, entity = ''] of text.matchAll(/"entity:([\w-]+)"/g)) {
      if (seen.has(entity)) continue;
      seen.add(entity);
      waiting.push(textOf({ ...definitions[entity], $id: undefined }));
    }
  }
  const entities = [...seen].toSorted().map((entity) => definitions[entity]);
  return textOf([calls[name], contracts[name], entities]);
}

/** A page that a change affects, and through which of its parts; one that is new or gone is affected as a whole. */
export interface Reached {
  name: string;
  page: Page;
  kind: Change;
  because: readonly Part[];
}

/** Why a page is affected. */
export function reasonsOf({ kind, because }: Reached, words: Words): string {
  if (kind === 'added') return words.newPage;
  if (kind === 'removed') return words.noPage;
  return because.map((part) => `${words.part[part.kind]} ${part.name}`).join(words.item);
}

/** Exactly the pages whose content or requests change. `sources`: changed files of code. */
export function reachedPages(before: Side, after: Side, sources: readonly string[]): Reached[] {
  const pagesOf = ({ registry }: Side) =>
    new Map([...everyPage(registry.routes)].filter(isOpenable).map((page) => [page.route.name, page]));
  const [old, now] = [pagesOf(before), pagesOf(after)];
  const reached: Reached[] = [];
  for (const [name, page] of now) {
    const earlier = old.get(name);
    if (earlier === undefined) {
      reached.push({ name, page, kind: 'added', because: [] });
      continue;
    }
    const [was, is] = [partsOfPage(earlier, before), partsOfPage(page, after)];
    const because = [...differing(was, is), ...codeOf(is, sources)];
    if (because.length > 0) reached.push({ name, page, kind: 'changed', because });
  }
  for (const [name, page] of old)
    if (!now.has(name)) reached.push({ name, page, kind: 'removed', because: [] });
  return reached;
}

/** The changed parts. Of parts that were only added or removed, just the pages: those declare the others. */
function differing(was: Parts, is: Parts): Part[] {
  return [...Parts.ofAll(was, is)].filter((part) => {
    const [old, now] = [was.textOf(part), is.textOf(part)];
    return old !== now && ((old !== undefined && now !== undefined) || part.kind === 'page');
  });
}

/** Rooms of the engine whose code runs in the browser. */
const ROOM = /^src\/engine\/(?:blocks|ui|runtime|renderer|app)(?=\/)/;

/** The folder of a changed file of code that pages share: a room of the engine's, or what holds the shop's blocks. */
function roomOf(path: string, blocks: string): string | undefined {
  const around = dirname(blocks);
  const home = around === '.' ? blocks : around;
  if (!path.startsWith(`${home}/`)) return ROOM.exec(path)?.[0];
  return /\.(?:tsx?|css)$/.test(path) ? home : undefined;
}

/** Changed code that a page runs in the browser: that of its block types, and what all pages share. */
function codeOf(parts: Parts, sources: readonly string[]): Part[] {
  const { blocks } = shopFolders();
  const found = sources.flatMap((path) => {
    const home = ['src/engine/blocks', blocks].find((folder) => path.startsWith(`${folder}/`)) ?? '';
    const [type, file] = path.slice(home.length + 1).split('/');
    if (home !== '' && type !== undefined && file !== undefined)
      return parts.textOf({ kind: 'block', name: type }) === undefined ? [] : [type];
    return roomOf(path, blocks) ?? [];
  });
  return [...new Set(found)].map((name) => ({ kind: 'code', name }));
}
