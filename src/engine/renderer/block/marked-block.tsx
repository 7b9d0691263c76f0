/// <reference types="react-dom" />

import { Fragment, type FragmentInstance, type ReactNode, use, useEffect, useRef } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { ItemContext, useOwnerData, useRuntime } from '../contexts.ts';
import { blockStateAtom } from './block-state.ts';
import { addMark } from './placed-marks.ts';

/** A block that can be pointed at. It adds no element, so that the page is laid out as for buyers. */
export function MarkedBlock({ placed, children }: { placed: PlacedBlock; children: ReactNode }) {
  const { session } = useRuntime();
  const ownerData = useOwnerData();
  const item = use(ItemContext);
  const fragment = useRef<FragmentInstance>(null);
  useEffect(() => {
    const state = blockStateAtom(placed, { ownerData, item });
    return addMark({
      placed,
      rects: () => fragment.current?.getClientRects() ?? [],
      read: () => ({
        state: session.store.get(state),
        scope: { ...session.store.get(ownerData.liveScope), item },
      }),
    });
  }, [placed, session, ownerData, item]);
  return <Fragment ref={fragment}>{children}</Fragment>;
}
