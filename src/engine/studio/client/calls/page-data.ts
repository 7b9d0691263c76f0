import { isObject } from '#engine/compiler/json.ts';
import { isWithin, type Pointer } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { DataEntry, Route } from '#engine/generated/schemas.ts';
import type { Change } from '../../text/change.ts';
import { type OwnerNode, type Shop, withoutMark } from '../shop-model.ts';

/** An entry of the data that blocks of a page or part of the shell can read. */
export interface NamedData {
  name: string;
  entry: DataEntry;
}

/** The change that gives a page or part of the shell one more entry of data. */
export function dataAdded(
  { texts }: Shop,
  { file, list }: OwnerNode,
  name: string,
  value: Readonly<Record<string, unknown>>,
): Change {
  const data = [...list.slice(0, -1), 'data'];
  const isWritten = isObject(new YamlFile(file, withoutMark(texts.get(file) ?? '')).at(data));
  return isWritten
    ? { kind: 'set', at: [...data, name], value }
    : { kind: 'set', at: data, value: { [name]: value } };
}

/** The page or part of the shell that a block stands on. */
export const ownerOf = (shop: Shop, block: { file: string; pointer: Pointer }): OwnerNode | undefined =>
  shop.owners.find(({ file, list }) => file === block.file && isWithin(block.pointer, list));

/** The names of a page and those around it, the page first. */
function pagesAround(routes: readonly Route[], name: string): string[] {
  for (const route of routes) {
    if (route.name === name) return [name];
    const inner = pagesAround(route.children, name);
    if (inner.length > 0) return [...inner, route.name];
  }
  return [];
}

/** What blocks of an owner read as `$data`: its own first, then that of the pages around it. */
export function dataOf({ registry }: Shop, owner: OwnerNode): NamedData[] {
  const sources =
    owner.kind === 'shell'
      ? [registry.shells[owner.name]?.data]
      : pagesAround(registry.routes, owner.name).map((name) => registry.pages[name]?.data);
  const found = new Map<string, DataEntry>();
  for (const [name, entry] of sources.flatMap((data) => Object.entries(data ?? {})))
    if (!found.has(name)) found.set(name, entry);
  return [...found].map(([name, entry]) => ({ name, entry }));
}
