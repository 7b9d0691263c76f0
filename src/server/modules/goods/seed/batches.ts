import type { Random } from '../../../kernel/seed/random.ts';
import { dayAfter } from './values.ts';

export interface BatchRow {
  goods_id: number;
  warehouse_id: number;
  batch_number: string;
  made: string;
  expires: string;
  stock: number;
}

/** Days until a batch expires (domain §8): 80% over 12 months, 12% six to twelve, 6% three to six, 2% under three. */
function daysLeft(chance: Random): number {
  const roll = chance.next();
  if (roll < 0.02) return chance.whole(20, 88);
  if (roll < 0.08) return chance.whole(95, 178);
  if (roll < 0.2) return chance.whole(190, 360);
  return chance.whole(370, 1020);
}

/** Which way a good is stocked; `plenty` is for what every new buyer tries first. */
export type Supply = 'plenty' | 'usual' | 'none';

/** One to three batches of a good in its warehouse, the first to expire first. */
export function batchesOf(
  goodsId: number,
  warehouseId: number,
  supply: Supply,
  now: number,
  chance: Random,
): BatchRow[] {
  const total = supply === 'none' ? 1 : chance.pick([1, 1, 2, 2, 3]);
  const rows: BatchRow[] = [];
  for (let index = 0; index < total; index += 1) {
    const left = supply === 'plenty' ? chance.whole(400, 900) : daysLeft(chance);
    const shelfLife = left > 700 ? 1095 : 730;
    const made = dayAfter(now, left - shelfLife);
    const stock = stockOf(supply, chance);
    rows.push({
      goods_id: goodsId,
      warehouse_id: warehouseId,
      batch_number: `${made.slice(2, 4)}${made.slice(5, 7)}${String(chance.whole(1, 28)).padStart(2, '0')}${index + 1}`,
      made,
      expires: dayAfter(now, left),
      stock,
    });
  }
  return rows.sort((one, other) => (one.expires < other.expires ? -1 : 1));
}

function stockOf(supply: Supply, chance: Random): number {
  if (supply === 'none') return 0;
  if (supply === 'plenty') return chance.whole(20_000, 60_000);
  return Math.ceil(Math.exp(5.2 + 1.1 * chance.normal()));
}
