import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { missingRole, VISITOR } from '#engine/runtime/roles.ts';
import { type Gate, GateContext } from '#engine/ui/gate/gate.ts';
import { useRuntime } from '../contexts.ts';
import { checkAccess } from '../guard.ts';
import { useVisit } from '../use-visit.ts';

/** The gate for a reader of this role: its link is where a page for those who see gated fields would redirect. */
function gateOf(role: string, isKnown: boolean, site: SiteConfig, path: string): Gate | null {
  const { gated = VISITOR } = site;
  const stop = checkAccess(gated, role, site, path);
  if (stop === null) return null;
  const { notice = '', action, page } = site.roles[missingRole(role, gated, site)] ?? {};
  const isLed = isKnown && stop.kind === 'redirect' && page !== undefined && action !== undefined;
  return { notice, link: isLed ? { text: action, to: stop.to } : null };
}

/** Provides the gate to everything below. A reader who is not identified yet gets no link. */
export function Gated({ children }: { children: ReactNode }) {
  const { session } = useRuntime();
  const { path } = useVisit().location;
  const role = useAtomValue(session.role);
  const isKnown = useAtomValue(session.identity) === 'said';
  const gate = useMemo(() => gateOf(role, isKnown, session.site, path), [role, isKnown, session.site, path]);
  return <GateContext value={gate}>{children}</GateContext>;
}
