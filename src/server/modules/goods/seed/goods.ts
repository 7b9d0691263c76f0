import type { Db } from '../../../kernel/db/schema.ts';
import { continueIds, insertRows } from '../../../kernel/seed/insert.ts';
import { refreshNameRanks } from '../commands/refresh-name-ranks.ts';
import { loadAssortment } from './assortment.ts';
import { type Maker, type MakerKind, makeMakers } from './makers.ts';
import { makeGood, type SeedContext, type SeededGood } from './product.ts';

const WAREHOUSES = [
  { id: 1, name: '华中中心仓', city: '武汉' },
  { id: 2, name: '华南仓', city: '广州' },
  { id: 3, name: '冷链仓', city: '武汉' },
];

/** Goods made and written at a time; keeps memory flat at 100,000. */
const ROUND = 2000;

/** Categories, brands, makers and `total` goods with prices, batches and flash sales. */
export async function seedGoods(
  db: Db,
  total: number,
  now: number,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const assortment = await loadAssortment();
  const { makers, brands } = makeMakers(total);
  await insertRows(db, 'categories', assortment.categories);
  await insertRows(db, 'brands', brands);
  await insertRows(
    db,
    'makers',
    makers.map(({ id, name, brandId }) => ({ id, name, brand_id: brandId })),
  );
  await insertRows(db, 'warehouses', WAREHOUSES);

  const context: SeedContext = { assortment, makersByKind: byKind(makers), now };
  for (let from = 0; from < total; from += ROUND) {
    const made = Array.from({ length: Math.min(ROUND, total - from) }, (_, index) =>
      makeGood(from + index, context),
    );
    await writeGoods(db, made);
    progress(from + made.length, total);
  }
  await refreshNameRanks(db);
  await continueIds(db, ['categories', 'brands', 'makers', 'warehouses', 'goods']);
}

async function writeGoods(db: Db, made: readonly SeededGood[]): Promise<void> {
  await insertRows(
    db,
    'goods',
    made.map(({ goods }) => goods),
  );
  await insertRows(
    db,
    'ladder_steps',
    made.flatMap(({ steps }) => steps),
  );
  await insertRows(
    db,
    'level_prices',
    made.flatMap(({ levels }) => levels),
  );
  await insertRows(
    db,
    'batches',
    made.flatMap(({ batches }) => batches),
  );
}

function byKind(makers: readonly Maker[]): Record<MakerKind, Maker[]> {
  const of = (kind: MakerKind) => makers.filter((maker) => maker.kind === kind);
  return { chemical: of('chemical'), patent: of('patent'), slices: of('slices'), device: of('device') };
}
