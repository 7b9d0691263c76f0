import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { Change } from '../text/change.ts';
import type { WrapIn } from './block-tools.tsx';
import type { Place } from './block-tree.tsx';
import type { Refused } from './editing.ts';
import { newBlocks } from './insert/new-block.ts';
import { findNode, type Shop } from './shop-model.ts';
import type { MakeChange } from './use-shared-change.tsx';

/** What has become of an edit: why it was not made, or where the block is now. */
export type Edited = { refused: Refused } | { place: Place | undefined };

/** Where a new block goes. */
export interface Spot {
  file: string;
  list: Pointer;
  index: number;
}

const done = (refused: Refused | undefined, place: Place | undefined): Edited =>
  refused ? { refused } : { place };

/** Moves a block by so many places among its siblings; undefined where there is no such place. */
export async function shiftBlock(
  shop: Shop,
  change: MakeChange,
  { file, pointer }: Place,
  by: number,
): Promise<Edited | undefined> {
  const list = pointer.slice(0, -1);
  const index = Number(pointer.at(-1)) + by;
  const place = { file, pointer: [...list, index] };
  if (findNode(shop, place) === undefined) return undefined;
  return done(await change(file, { kind: 'move', at: pointer, list, index }), place);
}

/** Puts a block in front of another one of its file. */
export async function dropBlock(change: MakeChange, from: Place, before: Place): Promise<Edited> {
  const list = before.pointer.slice(0, -1);
  const isSame = from.pointer.slice(0, -1).join('/') === list.join('/');
  const target = Number(before.pointer.at(-1));
  const index = isSame && Number(from.pointer.at(-1)) < target ? target - 1 : target;
  return done(await change(from.file, { kind: 'move', at: from.pointer, list, index }), undefined);
}

/**
 * Inserts a block of a type, made from the first of its examples that the shop takes.
 * @param isLeast with nothing of the example but what the block must have
 */
export async function insertBlock(
  shop: Shop,
  change: MakeChange,
  { file, list, index }: Spot,
  type: string,
  isLeast: boolean,
): Promise<Edited> {
  let first: Refused | undefined;
  for (const value of newBlocks(type, shop, isLeast)) {
    const wanted: Change =
      index === 0 ? { kind: 'set', at: list, value: [value] } : { kind: 'insert', list, index, value };
    const refused = await change(file, wanted);
    if (refused === undefined) return { place: { file, pointer: [...list, index] } };
    first ??= refused;
  }
  return done(first, undefined);
}

/** Puts a container in the place of a block, with the block in it. */
export async function wrapBlock(
  change: MakeChange,
  { file, pointer }: Place,
  block: WrapIn,
): Promise<Edited> {
  const list = pointer.slice(0, -1);
  const index = Number(pointer.at(-1));
  const inner = [...list, index, 'blocks'];
  const placeholder = { block: 'text', text: '文字' };
  const refused = await change(
    file,
    { kind: 'insert', list, index, value: { block, blocks: [placeholder] } },
    { kind: 'move', at: [...list, index + 1], list: inner, index: 0 },
    { kind: 'remove', at: [...inner, 1] },
  );
  return done(refused, { file, pointer: [...list, index] });
}
