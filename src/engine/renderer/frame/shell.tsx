import { useMemo } from 'react';
import { nodesOf } from '../block/block-slot.tsx';
import { createRegion, RegionContext } from '../block/region.ts';
import { HoldingContext } from '../shop.ts';
import { useBody } from '../use-body.ts';
import { useVisit } from '../use-visit.ts';
import { shellOwner } from '../view.ts';

/** The blocks of one part of the shell. */
export function Shell({ name }: { name: string }) {
  const holding = useVisit().holdings.get(shellOwner(name));
  const blocks = useBody('shell', name);
  const nodes = useMemo(() => nodesOf(blocks), [blocks]);
  const region = useMemo(
    () => holding && createRegion(blocks, { holding, item: undefined }),
    [blocks, holding],
  );
  if (!holding || !region) return null;
  return (
    <HoldingContext value={holding}>
      <RegionContext value={region}>{nodes}</RegionContext>
    </HoldingContext>
  );
}
