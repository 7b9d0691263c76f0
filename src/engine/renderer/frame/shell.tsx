import { useMemo } from 'react';
import { nodesOf } from '../block/block-slot.tsx';
import { createFailureGroup, FailureGroupContext } from '../block/failure-group.ts';
import { OwnerDataContext } from '../contexts.ts';
import { useBody } from '../use-body.ts';
import { useVisit } from '../use-visit.ts';
import { shellOwner } from '../view.ts';

/** The blocks of one part of the shell. */
export function Shell({ name }: { name: string }) {
  const ownerData = useVisit().dataByOwner.get(shellOwner(name));
  const blocks = useBody('shell', name);
  const nodes = useMemo(() => nodesOf(blocks), [blocks]);
  const failures = useMemo(
    () => ownerData && createFailureGroup(blocks, { ownerData, item: undefined }),
    [blocks, ownerData],
  );
  if (!ownerData || !failures) return null;
  return (
    <OwnerDataContext value={ownerData}>
      <FailureGroupContext value={failures}>{nodes}</FailureGroupContext>
    </OwnerDataContext>
  );
}
