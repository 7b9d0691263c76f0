import { useMemo } from 'react';
import { nodesOf } from '../block/block-slot.tsx';
import { createRegion, RegionContext } from '../block/region.ts';
import { OwnerDataContext } from '../shop.ts';
import { useBody } from '../use-body.ts';
import { useVisit } from '../use-visit.ts';
import { shellOwner } from '../view.ts';

/** The blocks of one part of the shell. */
export function Shell({ name }: { name: string }) {
  const ownerData = useVisit().dataByOwner.get(shellOwner(name));
  const blocks = useBody('shell', name);
  const nodes = useMemo(() => nodesOf(blocks), [blocks]);
  const region = useMemo(
    () => ownerData && createRegion(blocks, { ownerData, item: undefined }),
    [blocks, ownerData],
  );
  if (!ownerData || !region) return null;
  return (
    <OwnerDataContext value={ownerData}>
      <RegionContext value={region}>{nodes}</RegionContext>
    </OwnerDataContext>
  );
}
