import type { ReactNode } from 'react';
import { MissingLinkContext } from '#engine/ui/link/missing-link.ts';
import { useRuntime } from '../contexts.ts';

/** What a link without a target says when it is chosen (spec §8). */
export function MissingLink({ children }: { children: ReactNode }) {
  const { session } = useRuntime();
  return (
    <MissingLinkContext
      value={(message) =>
        session.effects.toast({ text: message ?? session.site.texts.linkWithoutTarget, icon: 'info' })
      }
    >
      {children}
    </MissingLinkContext>
  );
}
