import { useCallback, useMemo, useState } from 'react';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { boxOf } from './shop-frame.tsx';
import { type BlockNode, idOf, type OwnerNode, type Shop } from './shop-model.ts';
import type { ShopView } from './use-shop-view.ts';

/** What of the shop is on the page now. */
export interface ShownBlocks {
  marks: readonly PlacedMark[];
  setMarks: (marks: readonly PlacedMark[]) => void;
  nodeOf: (mark: PlacedMark) => BlockNode | undefined;
  /** The mark of a block: one that shows something, if any does. */
  markOf: (node: BlockNode) => PlacedMark | undefined;
  isShown: (node: BlockNode) => boolean;
  /** The page and the parts of the shell that the shown blocks belong to. */
  owners: readonly OwnerNode[];
  page: OwnerNode | undefined;
}

/** The same for an owner and for a block at its place. */
const placeKey = ({ pointer, file }: BlockNode): string => `${pointer.join('/')} ${file}`;

/** The blocks on the page, and what they are blocks of. */
export function useShownBlocks(shop: Shop, { view, shownPath, hasWalked }: ShopView): ShownBlocks {
  const [marks, setMarks] = useState<readonly PlacedMark[]>([]);
  const nodeOf = useCallback((mark: PlacedMark) => shop.byId.get(idOf(mark.placed)), [shop]);
  const marksById = useMemo(() => Map.groupBy(marks, ({ placed }) => idOf(placed)), [marks]);
  const marksOf = (node: BlockNode) => marksById.get(idOf(node.placed)) ?? [];
  const wanted = hasWalked ? undefined : shop.owners.find((one) => one.path === view.path);
  const owners = useMemo(() => {
    const seen = new Set(
      marks.flatMap((mark) => {
        const node = nodeOf(mark);
        return node === undefined ? [] : placeKey(node);
      }),
    );
    const shown = shop.owners.filter(({ blocks }) => blocks.some((node) => seen.has(placeKey(node))));
    /* The page has not come to life: its blocks can be changed all the same. */
    const first = wanted === undefined || shown.includes(wanted) ? [] : [wanted];
    return shown.length > 0
      ? [...first, ...shown]
      : [...first, ...shop.owners.filter((one) => one.path === shownPath && one !== wanted)];
  }, [shop, marks, nodeOf, shownPath, wanted]);
  return {
    marks,
    setMarks,
    nodeOf,
    markOf: (node) => marksOf(node).find((mark) => boxOf(mark)) ?? marksOf(node)[0],
    isShown: (node) => marksOf(node).some((mark) => boxOf(mark)),
    owners,
    page: wanted ?? owners.findLast(({ kind }) => kind === 'page'),
  };
}
