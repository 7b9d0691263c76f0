import { type ReactNode, useMemo } from 'react';
import type { Code } from '#engine/renderer/code.ts';
import type { Session } from '#engine/runtime/session.ts';
import { RuntimeContext } from '../renderer/contexts.ts';
import { SiteScope } from './site-scope.tsx';

export interface AppProps {
  session: Session;
  code: Code;
  /** The router, of the browser or of the server. */
  children: ReactNode;
}

/** What stands around the router on both sides. */
export function App({ session, code, children }: AppProps) {
  const shop = useMemo(() => ({ session, code, development: import.meta.env.DEV }), [session, code]);
  return (
    <SiteScope site={session.site} store={session.store}>
      <RuntimeContext value={shop}>{children}</RuntimeContext>
    </SiteScope>
  );
}
