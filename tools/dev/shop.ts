import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { pathsByName } from '#engine/runtime/page-address.ts';
import type { Registry } from '#generated/schemas.ts';
import { createApp } from '#server/app.ts';
import type { Store } from '#server/kernel/db/open.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { PARTS } from '#server/modules/index.ts';
import type { ServeOptions } from '#server/process/options.ts';
import { outsideOf } from '#server/process/outside.ts';

const now = () => Math.floor(Date.now() / 1000);

/** The server of one registry: the API, the pages and the jobs. */
export interface Shop {
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/**
 * Opens the shop that `registry` describes, over a database and a site that outlive it.
 * @throws when the registry asks for something that the server does not have, such as a call without a handler
 */
export async function openShop(
  registry: Registry,
  { store, site, options }: { store: Store; site: BuiltSite; options: ServeOptions },
): Promise<Shop> {
  const outside = await outsideOf(store.db, registry.site, options);
  const api = await createApp({
    registry,
    routes: PARTS.routes,
    documents: PARTS.documents,
    db: store.db,
    listen: store.listen,
    ...outside,
    now,
    trustProxy: options.trustProxy,
    checkAnswers: true,
    log: true,
  });
  await hostSite(api, { ...site, site: registry.site, now });
  await api.ready();
  const stopScheduler = startScheduler(
    PARTS.jobs,
    { tasks: PARTS.tasks, db: store.db, site: registry.site, ...outside, now },
    (job, fault) => console.error(job, fault),
  );
  return {
    serve: (request, response) => api.routing(request, response),
    async close() {
      await Promise.all([api.close(), stopScheduler()]);
    },
  };
}

/** What makes up the server of a registry: a save that leaves it alone needs no other server. */
export const serverFacts = ({ contracts, definitions, site, slots, calls, routes }: Registry): string =>
  JSON.stringify([contracts, definitions, site, slots, calls, [...pathsByName(routes)]]);
