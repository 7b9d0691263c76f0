import { Provider } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { Code } from '#engine/renderer/code.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import type { Session } from '#engine/runtime/session.ts';
import { CurrencyContext } from '#engine/ui/price/currency.ts';
import { TextsContext } from '#engine/ui/texts.ts';
import { RuntimeContext } from '../renderer/contexts.ts';

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
    <Provider store={session.store}>
      <TextsContext value={session.site.texts}>
        <CurrencyContext value={formatsOf(session.site).currency}>
          <RuntimeContext value={shop}>{children}</RuntimeContext>
        </CurrencyContext>
      </TextsContext>
    </Provider>
  );
}
