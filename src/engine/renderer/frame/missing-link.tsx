import type { ReactNode } from 'react';
import { MissingLinkContext } from '#engine/ui/link/missing-link.ts';
import { useShop } from '../shop.ts';

/** What a link without a target says when it is chosen (spec §8). */
export function MissingLink({ children }: { children: ReactNode }) {
  const { session } = useShop();
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
