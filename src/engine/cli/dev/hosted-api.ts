import type { Registry } from '#engine/generated/schemas.ts';
import { createHost, type Fixtures } from '#engine/host/serve.ts';
import type { DevelopedApi } from './developed-shop.ts';

/**
 * The way to an API that no server of this shop's answers: elsewhere, or made up.
 * @param fixturesOf what stands in for it; nothing where it is asked
 */
export const hostedApi = (
  fixturesOf: (registry: Registry) => Promise<Fixtures | undefined>,
): DevelopedApi => ({
  async open(registry, site) {
    const app = await createHost({ registry, site, fixtures: await fixturesOf(registry), log: true });
    await app.ready();
    return { serve: (request, response) => app.routing(request, response), close: async () => app.close() };
  },
  facts: ({ contracts, definitions, site, calls, errors }) =>
    JSON.stringify([contracts, definitions, site, calls, errors]),
  close: async () => {},
});
