import { atom, useAtomValue } from 'jotai';
import { Suspense, useMemo } from 'react';
import { late } from '#engine/ui/late/late.tsx';
import { nodesOf } from './block/block-slot.tsx';
import { createFailureGroup, FailureGroupContext } from './block/failure-group.ts';
import { OwnerDataContext } from './contexts.ts';
import { missingSubject } from './subject.ts';
import { useBody } from './use-body.ts';
import { useVisit } from './use-visit.ts';
import { pageOwner } from './view.ts';

/* Rarely needed, so loaded on demand. */
const ShownGone = late('engine/renderer/frame/shown-gone', () => import('./frame/shown-gone.tsx'));
const ShownUnknown = late('engine/renderer/frame/shown-unknown', () => import('./frame/shown-unknown.tsx'));

/** The blocks of a page, or of a layout page around others. */
export function PageView({ name }: { name: string }) {
  const visit = useVisit();
  const { dataByOwner, withheld, view, location } = visit;
  const blocks = useBody('page', name);
  const nodes = useMemo(() => nodesOf(blocks), [blocks]);
  const ownerData = dataByOwner.get(pageOwner(name));
  const failures = useMemo(
    () => ownerData && createFailureGroup(blocks, { ownerData, item: undefined }),
    [blocks, ownerData],
  );
  const gone = useAtomValue(useMemo(() => atom((get) => missingSubject(visit, name, get)), [visit, name]));
  const innermost = name === view.page.name;
  if (withheld) {
    return (
      <Suspense>
        <ShownUnknown />
      </Suspense>
    );
  }
  if (!ownerData || !failures) return null;
  if (gone) {
    return (
      <Suspense>
        <ShownGone message={gone.message} />
      </Suspense>
    );
  }
  /*
   * React would take blocks in the same places for the same ones. Nothing typed on one page, or for one good where the
   * route is the same, may stand on another.
   */
  const key = JSON.stringify(innermost ? [name, location.route] : [name]);
  return (
    <OwnerDataContext key={key} value={ownerData}>
      <FailureGroupContext value={failures}>{nodes}</FailureGroupContext>
    </OwnerDataContext>
  );
}
