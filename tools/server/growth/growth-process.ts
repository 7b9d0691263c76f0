import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seconds } from '#engine/cli/run.ts';
import { readRegistry } from '#engine/host/built-site.ts';
import type { Registry } from '#generated/schemas.ts';
import { bindPages } from '#server/kernel/pages/page-link.ts';
import { type Cost, type GrowthReport, type ShopSize, SMALL } from '../../bench/growth/costs.ts';
import { besideOthers } from '../../bench/machine.ts';
import { type PostgresServer, startPostgres } from '../../postgres.ts';
import { measureBooks, measureWork, type WorkCost } from './measure-shop.ts';
import { seedShop } from './seed-shop.ts';
import { openShop } from './shop.ts';
import { BOOKS, worksOf } from './work.ts';

/* Arguments: the folder of the built site, and the size of the large shop as JSON. Its answer is a report as JSON. */
const [distDir = 'dist', large = '{}'] = process.argv.slice(2);

const registry = (await readRegistry(distDir)) as Registry;
bindPages(registry.routes);

const report = (line: string) => console.error(line);

async function seeded(postgres: PostgresServer, name: string, size: ShopSize): Promise<string> {
  const started = performance.now();
  const url = await postgres.createDatabase(name);
  await seedShop(url, size, Math.floor(Date.now() / 1000));
  report(`${name}: ${JSON.stringify(size)} ${seconds(started)}`);
  return url;
}

async function costsOf(url: string, folder: string): Promise<Map<string, WorkCost>> {
  const shop = await openShop(url, { registry, folder });
  try {
    return (await measureWork(shop, worksOf(registry))).set(`job: ${BOOKS}`, await measureBooks(shop));
  } finally {
    await shop.close();
  }
}

async function measure(postgres: PostgresServer, folder: string, size: ShopSize): Promise<GrowthReport> {
  const small = await seeded(postgres, 'small', SMALL);
  const large = await seeded(postgres, 'large', size);
  const { result, others } = await besideOthers(async () => {
    /* The first to be measured would pay for what the compiler of the process has not seen yet. */
    await costsOf(small, folder);
    const ofSmall = await costsOf(small, folder);
    return { ofSmall, ofLarge: await costsOf(large, folder) };
  });
  const costs = [...result.ofSmall].map(([work, ofSmall]): Cost => {
    const ofLarge = result.ofLarge.get(work);
    if (!ofLarge) throw new Error(`not measured in the large shop: ${work}`);
    return {
      work,
      small: ofSmall.ms,
      large: ofLarge.ms,
      shown: Math.max(ofLarge.shown, 1) / Math.max(ofSmall.shown, 1),
      ...(work.endsWith(BOOKS) && { readsAll: true }),
    };
  });
  return { size, costs, others };
}

const postgres = await startPostgres({ durable: true });
const folder = await mkdtemp(join(tmpdir(), 'storewright-growth-'));
try {
  console.log(JSON.stringify(await measure(postgres, folder, JSON.parse(large) as ShopSize)));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
