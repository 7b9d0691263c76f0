import { resolve } from 'node:path';
import type { DevelopedApi } from '#engine/cli/dev/developed-shop.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { pathsByName } from '#engine/runtime/page-address.ts';
import type { Registry } from '#generated/schemas.ts';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { bindPages } from '#server/kernel/pages/page-link.ts';
import { PARTS } from '#server/modules/index.ts';
import type { ReportLine, ServeOptions } from '#server/process/options.ts';
import { outsideOf, uploadsOf } from '#server/process/outside.ts';
import { seedWhenEmpty } from '#server/process/seed-when-empty.ts';

const now = () => Math.floor(Date.now() / 1000);

/** The reference API over one database, for each registry in turn. */
export async function openReferenceApi(options: ServeOptions, report: ReportLine): Promise<DevelopedApi> {
  const store = await openStore(
    options.databaseUrl ? { url: options.databaseUrl } : { folder: resolve(options.dataDir) },
  );
  await migrate(store.db);
  let isSeeded = options.seed === 'none';

  return {
    async open(compiled, site) {
      /* The compiler has held the site's own parts against the schemas that these types are made of. */
      const registry = compiled as Registry;
      bindPages(registry.routes);
      /* Its messages link to pages, so that it needs a config without errors. */
      if (!isSeeded)
        await seedWhenEmpty(
          store.db,
          { now: now(), files: uploadsOf(options), ...options.seedSizes },
          report,
        );
      isSeeded = true;
      const outside = await outsideOf(store.db, registry.site, options);
      const app = await createApp({
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
      await hostSite(app, { ...site, site: registry.site, now });
      await app.ready();
      const stopScheduler = startScheduler(
        PARTS.jobs,
        {
          tasks: PARTS.tasks,
          pageTables: app.pageTables,
          db: store.db,
          site: registry.site,
          ...outside,
          now,
        },
        (job, fault) => console.error(job, fault),
      );
      return {
        serve: (request, response) => app.routing(request, response),
        async close() {
          await Promise.all([app.close(), stopScheduler()]);
        },
      };
    },
    facts: ({ contracts, definitions, site, slots, calls, routes }) =>
      JSON.stringify([contracts, definitions, site, slots, calls, [...pathsByName(routes)]]),
    close: () => store.close(),
  };
}
