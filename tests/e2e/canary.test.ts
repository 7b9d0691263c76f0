import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { editionOf } from '#server/kernel/db/memory.ts';
import { type CanaryShop, openCanaryShop } from '../server/canary/readers.ts';
import { builtRegistry, DIST, fill, routeEntries, valuesFor } from './support/addresses.ts';

const registry = await builtRegistry();

/** Pages whose lists are another view with these. */
const VIEWS = ['/list?page=2', '/list?sort=price-asc', '/list?keywords=amxl', '/search?keywords=amxl'];

describe('a price or stock, read by everybody from every page', () => {
  let canary: CanaryShop;
  beforeAll(async () => {
    const built = await loadBuiltSite(DIST);
    canary = await openCanaryShop({
      extend: (app) =>
        hostSite(app, {
          ...built,
          site: registry.site,
          now: () => canary.shop.clock.now,
          limit: 60_000,
          edition: () => editionOf(canary.shop.db),
        }),
    });
    const owner = {
      data: async (path: string) =>
        (JSON.parse(await canary.asOwner(path)) as { data?: unknown }).data ?? null,
    };
    for (const entry of routeEntries(registry.routes)) {
      await canary.readByAll(fill(entry.path, await valuesFor(entry, registry, owner)));
    }
    for (const address of VIEWS) await canary.readByAll(address);
    canary.shop.app.log.warn('everything was read');
  }, 900_000);
  afterAll(() => canary.close());

  test('is told to whom it belongs', () => {
    expect([...canary.told]).toEqual(
      expect.arrayContaining(['level 3', 'ladder', 'last purchase', 'promotion', 'stock of a batch']),
    );
    for (const count of canary.answered.values()) expect(count).toBeGreaterThan(100);
  });

  test('is told to nobody else', () => {
    expect(canary.leaks).toEqual([]);
  });

  test('is in no log', () => {
    const log = canary.logged();
    expect(log).toContain('everything was read');
    expect([...canary.find(log)]).toEqual([]);
  });
});
