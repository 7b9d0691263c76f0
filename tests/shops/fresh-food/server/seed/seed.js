import { readFile } from 'node:fs/promises';
import {
  ChannelService,
  ConfigService,
  FacetService,
  Importer,
  JobQueueService,
  Populator,
  RequestContextService,
} from '@vendure/core';
import { initialData } from './initial-data.js';

/** What the addresses of the shop call its facets; an import can give them their Chinese names only. */
const FACET_CODES = { 品类: 'kind', 产地: 'origin', 储存: 'storage', 认证: 'certified' };

const languageCode = initialData.defaultLanguage;

/** Fills an empty Vendure with the shop's products, and waits until they can be searched. */
export async function seed(app) {
  const channels = app.get(ChannelService);
  const contexts = app.get(RequestContextService);
  const before = await contexts.create({ apiType: 'admin', languageCode });
  await channels.update(before, {
    id: before.channel.id,
    defaultCurrencyCode: 'CNY',
    availableCurrencyCodes: ['CNY'],
    pricesIncludeTax: true,
  });
  const populator = app.get(Populator);
  await populator.populateInitialData(initialData, await channels.getDefaultChannel());
  const ctx = await contexts.create({ apiType: 'admin', languageCode });
  const rows = await readFile(new URL('products.csv', import.meta.url), 'utf8');
  const { errors = [] } = await new Promise((resolve, reject) => {
    let last;
    app
      .get(Importer)
      .parseAndImport(rows, ctx, false)
      .subscribe({ next: (told) => (last = told), error: reject, complete: () => resolve(last) });
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  await populator.populateCollections(initialData, ctx.channel);
  const facets = app.get(FacetService);
  for (const { id, name } of (await facets.findAll(ctx)).items)
    await facets.update(ctx, { id, code: FACET_CODES[name] });
  await app.get(JobQueueService).start();
  await untilIdle(app);
}

/** Collections are filled and products are indexed by jobs. */
async function untilIdle(app) {
  const { jobQueueStrategy } = app.get(ConfigService).jobQueueOptions;
  for (;;) {
    const { totalItems } = await jobQueueStrategy.findMany({ filter: { isSettled: { eq: false } } });
    if (totalItems === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
