import { dropBlock, type Edited, insertBlock, type Spot, shiftBlock, wrapBlock } from './block-edits.ts';
import type { WrapIn } from './block-tools.tsx';
import type { Place } from './block-tree.tsx';
import type { Refused } from './editing.ts';
import type { InsertWhere } from './insert/insert-dialog.tsx';
import type { BlockNode, OwnerNode, Shop } from './shop-model.ts';
import type { Selection } from './use-selection.ts';
import type { MakeChange } from './use-shared-change.tsx';

interface EditSettings extends Pick<Selection, 'select' | 'drop'> {
  shop: Shop;
  change: MakeChange;
  /** The chosen block. */
  node: BlockNode | undefined;
  /** What a new block goes to the end of while none is chosen. */
  target: OwnerNode | undefined;
  /** Says why a change was not made; answers whether it was. */
  tell: (refused: Refused | undefined) => boolean;
  /** A block was changed, and is where it is to be. */
  onDone: () => void;
}

/** What can be done to blocks as a whole: each says why it was not done, or follows the block to where it is now. */
export interface BlockEdits {
  insert: (type: string, where: InsertWhere, isLeast: boolean) => Promise<void>;
  remove: (node: BlockNode) => Promise<void>;
  copy: (node: BlockNode) => Promise<void>;
  shift: (place: Place, by: number) => Promise<void>;
  wrap: (node: BlockNode, container: WrapIn) => Promise<void>;
  dropBefore: (from: Place, before: Place) => Promise<void>;
}

/** The edits of a shop while a block, or none, is chosen. */
export function makeEdits({
  shop,
  change,
  node,
  target,
  select,
  drop,
  tell,
  onDone,
}: EditSettings): BlockEdits {
  function follow(edited: Edited | undefined) {
    if (edited === undefined || !tell('refused' in edited ? edited.refused : undefined)) return;
    if ('place' in edited) select(edited.place);
    onDone();
  }

  /** Where a new block goes: behind the chosen one, into it, or at the end of the page. */
  function spotFor(where: InsertWhere): Spot | undefined {
    if (node && where === 'inside')
      return { file: node.file, list: [...node.pointer, 'blocks'], index: node.children.length };
    if (node)
      return { file: node.file, list: node.pointer.slice(0, -1), index: Number(node.pointer.at(-1)) + 1 };
    return target && { file: target.file, list: target.list, index: target.blocks.length };
  }

  return {
    async insert(type, where, isLeast) {
      const spot = spotFor(where);
      if (spot) follow(await insertBlock(shop, change, spot, type, isLeast));
    },
    async remove(one) {
      if (tell(await change(one.file, { kind: 'remove', at: one.pointer }))) drop(one);
    },
    async copy({ file, pointer }) {
      tell(await change(file, { kind: 'copy', at: pointer }));
    },
    async shift(place, by) {
      follow(await shiftBlock(shop, change, place, by));
    },
    async wrap(one, container) {
      follow(await wrapBlock(change, one, container));
    },
    async dropBefore(from, before) {
      follow(await dropBlock(change, from, before));
    },
  };
}
