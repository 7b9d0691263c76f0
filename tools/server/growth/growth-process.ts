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
import { measureBooks, measureWork, type Shops, type WorkCost } from './measure-shop.ts';
import { seedShop } from './seed-shop.ts';
import { openShop, type Shop } from './shop.ts';
import { BOOKS, runCold, worksOf } from './work.ts';

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

function costOf(work: string, { small, large }: Shops<WorkCost>): Cost {
  const shown = Math.max(large.shown, 1) / Math.max(small.shown, 1);
  return { work, small: small.ms, large: large.ms, shown };
}

async function costsIn(shops: Shops<Shop>): Promise<Cost[]> {
  const works = worksOf(registry);
  /* The first to be measured would pay for what the compiler of the process has not seen yet. */
  for (const work of works) await runCold(shops.small, work);
  const costs: Cost[] = [];
  for (const work of works) costs.push(costOf(work.name, await measureWork(shops, work)));
  const books = { small: await measureBooks(shops.small), large: await measureBooks(shops.large) };
  return [...costs, { ...costOf(`job: ${BOOKS}`, books), readsAll: true }];
}

async function measure(postgres: PostgresServer, folder: string, size: ShopSize): Promise<GrowthReport> {
  const open = async (name: string, of: ShopSize) =>
    openShop(await seeded(postgres, name, of), { registry, folder });
  const shops: Shops<Shop> = { small: await open('small', SMALL), large: await open('large', size) };
  try {
    const { result, others } = await besideOthers(() => costsIn(shops));
    return { size, costs: result, others };
  } finally {
    await Promise.all([shops.small.close(), shops.large.close()]);
  }
}

const postgres = await startPostgres({ durable: true });
const folder = await mkdtemp(join(tmpdir(), 'storewright-growth-'));
try {
  console.log(JSON.stringify(await measure(postgres, folder, JSON.parse(large) as ShopSize)));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
