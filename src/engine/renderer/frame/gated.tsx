import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { Viewer } from '#engine/runtime/scope.ts';
import { type Gate, GateContext } from '#engine/ui/gate/gate.ts';
import { barrier } from '../guard.ts';
import { useShop } from '../shop.ts';
import { useVisit } from '../use-visit.ts';

/** The gate before this reader: it leads where a page for approved members would send them. */
function gateOf(viewer: Viewer, isKnown: boolean, site: SiteConfig, path: string): Gate | null {
  const stop = barrier('approved', viewer, site, path);
  if (stop === null) return null;
  const { priceForVisitor, priceForUnapproved, loginToSee, seeReview } = site.texts;
  const isVisitor = viewer.role === 'visitor';
  return {
    notice: isVisitor ? priceForVisitor : priceForUnapproved,
    way:
      isKnown && stop.kind === 'redirect' ? { text: isVisitor ? loginToSee : seeReview, to: stop.to } : null,
  };
}

/** Tells everything below what is kept from the reader. Somebody whom the server has not named is sent nowhere. */
export function Gated({ children }: { children: ReactNode }) {
  const { session } = useShop();
  const { path } = useVisit().place;
  const viewer = useAtomValue(session.viewer);
  const isKnown = useAtomValue(session.identity) === 'said';
  const gate = useMemo(
    () => gateOf(viewer, isKnown, session.site, path),
    [viewer, isKnown, session.site, path],
  );
  return <GateContext value={gate}>{children}</GateContext>;
}
