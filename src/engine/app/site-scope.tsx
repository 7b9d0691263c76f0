import { Provider } from 'jotai';
import type { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import { PictureSizesContext } from '#engine/ui/image/picture-sizes.ts';
import { CurrencyContext } from '#engine/ui/price/currency.ts';
import { TextsContext } from '#engine/ui/texts.ts';

export interface SiteScopeProps {
  site: SiteConfig;
  store: ReturnType<typeof createStore>;
  children: ReactNode;
}

/** What every piece may know of its site, whoever reads it. */
export function SiteScope({ site, store, children }: SiteScopeProps) {
  return (
    <Provider store={store}>
      <TextsContext value={site.texts}>
        <CurrencyContext value={formatsOf(site).currency}>
          <PictureSizesContext value={site.pictureSizes}>{children}</PictureSizesContext>
        </CurrencyContext>
      </TextsContext>
    </Provider>
  );
}
