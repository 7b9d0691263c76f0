import { dirname } from 'node:path';
import { memo } from '#engine/compiler/memo.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { blocksOf, everyBlock, everyPage, isOpenable, type Page, shellsOf, textOf } from './parts.ts';

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

/** Everything that a page is made of: what it is called in the report -> its content as text. */
function partsOfPage(page: Page, { registry, files }: Side): Map<string, string> {
  const parts = new Map<string, string>();
  const { route, chain } = page;
  // A redirect shows neither blocks nor shell.
  if (route.redirect !== undefined)
    return new Map([[`页面 ${route.name}`, textOf({ ...route, children: [] })]]);
  const shells = shellsOf(route);
  const owners = [...chain, route];
  for (const { children: _, ...own } of owners)
    parts.set(`页面 ${own.name}`, textOf([own, registry.pages[own.name]]));
  for (const name of shells) parts.set(`外壳 ${name}`, textOf(registry.shells[name]));

  const blocks = [
    ...owners.flatMap(({ name }) => [...everyBlock(blocksOf(registry, name))]),
    ...shells.flatMap((name) => [...everyBlock(registry.shells[name]?.blocks ?? [])]),
  ];
  for (const { block } of blocks) {
    const schema = blockSchemas(files).get(block);
    if (schema !== undefined) parts.set(`区块类型 ${block}`, textOf(schema));
  }
  for (const { slot } of blocks)
    if (slot !== undefined) parts.set(`广告位 ${slot}`, textOf(registry.slots[slot]));

  const everything = textOf([
    owners.map(({ name }) => registry.pages[name]?.data),
    shells.map((name) => registry.shells[name]?.data),
    blocks,
  ]);
  const calls = new Set(Array.from(everything.matchAll(/"call":"([^"]+)"/g), (match) => match[1] ?? ''));
  const { call: userCall } = registry.site.user;
  if (route.meta.baseUser && userCall !== undefined) calls.add(userCall);
  for (const call of calls) parts.set(`接口 ${call}`, callText(registry, call));

  const references = everything.match(/\$site(?:\.[\w-]+)+/g) ?? [];
  for (const reference of new Set(references))
    parts.set(`站点 ${reference.slice('$site.'.length)}`, textOf(at(registry.site, reference)));
  for (const key of ENGINE) parts.set(`站点 ${key}`, textOf(registry.site[key]));
  parts.set('错误处理 errors.yaml', textOf(registry.errors));
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

/** A page that a change affects, and through which of its parts. */
export interface Reached {
  name: string;
  page: Page;
  kind: 'added' | 'removed' | 'changed';
  because: string[];
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
      reached.push({ name, page, kind: 'added', because: ['新页面'] });
      continue;
    }
    const [was, is] = [partsOfPage(earlier, before), partsOfPage(page, after)];
    const because = differing(was, is);
    because.push(...codeOf(is, sources));
    if (because.length > 0) reached.push({ name, page, kind: 'changed', because });
  }
  for (const [name, page] of old)
    if (!now.has(name)) reached.push({ name, page, kind: 'removed', because: ['页面没有了'] });
  return reached;
}

/** The changed parts. Of parts that were only added or removed, just the pages: those declare the others. */
function differing(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names.filter(
    (name) => was.get(name) !== is.get(name) && ((was.has(name) && is.has(name)) || name.startsWith('页面 ')),
  );
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
function codeOf(parts: ReadonlyMap<string, string>, sources: readonly string[]): string[] {
  const { blocks } = shopFolders();
  const found = sources.flatMap((path) => {
    const home = ['src/engine/blocks', blocks].find((folder) => path.startsWith(`${folder}/`)) ?? '';
    const [type, file] = path.slice(home.length + 1).split('/');
    if (home !== '' && file !== undefined) return parts.has(`区块类型 ${type}`) ? [`代码 ${type}`] : [];
    const room = roomOf(path, blocks);
    return room === undefined ? [] : [`代码 ${room}`];
  });
  return [...new Set(found)];
}
