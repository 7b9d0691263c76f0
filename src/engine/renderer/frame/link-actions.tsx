import { type ReactNode, useMemo } from 'react';
import { type LinkActions, LinkActionsContext } from '#engine/ui/link/link-actions.ts';
import { useRuntime } from '../contexts.ts';

/** Provides what links do to everything below. */
export function ProvideLinkActions({ children }: { children: ReactNode }) {
  const { session } = useRuntime();
  const actions = useMemo(
    (): LinkActions => ({
      go: (to, options) => session.effects.go(to, options),
      missing: (message) =>
        session.effects.toast({ text: message ?? session.site.texts.linkWithoutTarget, icon: 'info' }),
    }),
    [session],
  );
  return <LinkActionsContext value={actions}>{children}</LinkActionsContext>;
}
