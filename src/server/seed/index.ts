// Connects the modules' ports.
import '../modules/index.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { UploadStorage } from '../kernel/outside/storage/storage.ts';
import { withSeededBytes } from '../kernel/random-bytes.ts';
import { seedActivities } from '../modules/campaigns/index.ts';
import { seedContent } from '../modules/content/index.ts';
import { seedCertificates, seedContracts, seedMemberGoods, seedMembers } from '../modules/customers/index.ts';
import { refreshSold, refreshTerms, seedGoods } from '../modules/goods/index.ts';
import { seedSpikes } from '../modules/promotions/index.ts';
import { seedLottery, seedPointsMall } from '../modules/rewards/index.ts';
import { seedMessages, seedSelfService } from '../modules/service/index.ts';
import { seedCommerce } from './commerce.ts';

export interface SeedOptions {
  /** Seconds; promotions, batches and articles are dated relative to it. */
  now: number;
  /** How many goods; domain §8 asks for about 3,000. */
  goods?: number;
  /** How many accounts for load tests; domain §8 asks for 50. */
  buyers?: number;
  /** Storage of the demo's certificates and documents; without it only their rows are inserted. */
  files?: UploadStorage;
  /** Called after every step, for a progress line. */
  progress?: (step: string, done: number, total: number) => void;
}

const GOODS = 3000;

/**
 * Seeds the demo data of domain §8. Call it in a transaction, so that an interrupted run leaves nothing. Deterministic: two
 * runs with the same options write the same rows.
 */
export function seed(db: Db, options: SeedOptions): Promise<void> {
  return withSeededBytes('demo', () => writeDemo(db, options));
}

async function writeDemo(db: Db, options: SeedOptions): Promise<void> {
  const { now, progress = () => {} } = options;
  await seedMembers(db, now, options.buyers);
  await seedCatalogue(db, options);
  await seedMemberGoods(db, now);
  await seedCertificates(db, now, options.files);
  await seedContracts(db, now);
  await seedCommerce(db, now, options.files);
  await refreshSold(db, now);
  await seedLottery(db, now);
  await seedPointsMall(db, now);
  await seedMessages(db, now);
  await seedSelfService(db, now);
  // The sandbox signed the demo's payments with keys that anybody could compute; the shop makes its own.
  await db.deleteFrom('gateway_keys').execute();
  progress('会员与订单', 1, 1);
}

/** Seeds the shop's goods with their search index, and its content; without members. */
export async function seedCatalogue(db: Db, options: SeedOptions): Promise<void> {
  const { now, goods = GOODS, progress = () => {} } = options;
  await seedGoods(db, goods, now, (done, total) => progress('商品', done, total));
  await seedSpikes(db, now);
  await refreshTerms(db);
  progress('搜索', 1, 1);
  await seedContent(db, now);
  await seedActivities(db, now);
  progress('内容', 1, 1);
}

/** Whether the database is empty, so that it may be seeded. */
export async function isEmpty(db: Db): Promise<boolean> {
  const first = await db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  return first === undefined;
}
