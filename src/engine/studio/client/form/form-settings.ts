import { memo } from '#engine/compiler/memo.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import type { Shop } from '../shop-model.ts';
import type { FormContextValue } from './form-context.ts';
import { offersOf } from './offers.ts';

type FormSettings = Pick<FormContextValue, 'library' | 'offers' | 'words' | 'timeZone'>;

/** What every form over a shop is made with. */
export const formSettings: (shop: Shop) => FormSettings = memo((shop) => {
  const formats = formatsOf(shop.registry.site);
  return {
    library: shop.project.library,
    offers: offersOf(shop),
    words: { today: () => formats.isoDate(Date.now() / 1000), monthName: formats.calendar },
    timeZone: shop.project.site.timeZone,
  };
});
