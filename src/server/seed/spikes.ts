import type { Db } from '../db/schema.ts';
import { insertRows } from './insert.ts';
import { random } from './random.ts';

const DAY = 86_400;
const SHOP_OFFSET = 8 * 3600;

/** How many days ahead flash sales are planned, and how many goods are in each. */
const DAYS = 180;
const A_DAY = 16;

/**
 * A flash sale for every day from today on, midnight to midnight in shop time: there is one whenever the shop is
 * looked at, and its countdown is a day's at most.
 */
export async function seedSpikes(db: Db, now: number): Promise<void> {
  const suitable = await db
    .selectFrom('goods')
    .select(['id', 'name', 'price_fen', 'zbz'])
    .where('in_stock', '=', true)
    .where('controlled', '=', false)
    .where('hm', '=', false)
    .where('split', '=', true)
    // A good with a ladder keeps it: two reductions on one card explain neither.
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('ladder_steps').select('id').whereRef('goods_id', '=', 'goods.id'))),
    )
    .orderBy('sales', 'desc')
    .orderBy('id')
    .limit(480)
    .execute();
  // The same medicine twice in one row would look like a mistake.
  const candidates = [...Map.groupBy(suitable, ({ name }) => name).values()].flatMap(([best]) => best ?? []);
  const today = Math.floor((now + SHOP_OFFSET) / DAY) * DAY - SHOP_OFFSET;
  const rows = [];
  const aDay = Math.min(A_DAY, candidates.length);
  for (let day = 0; day < DAYS; day += 1) {
    for (let place = 0; place < aDay; place += 1) {
      const goods = candidates[(day * A_DAY + place) % candidates.length];
      if (!goods) continue;
      const chance = random(`spike ${day} ${place}`);
      const total = goods.zbz * chance.whole(20, 60);
      rows.push({
        goods_id: goods.id,
        price_fen: Math.floor(goods.price_fen * (0.72 + chance.next() * 0.12)),
        starts_at: today + day * DAY,
        ends_at: today + (day + 1) * DAY,
        total,
        sold: day === 0 ? Math.floor(total * chance.next() * 0.7) : 0,
        member_limit: goods.zbz * chance.pick([1, 2, 3]),
      });
    }
  }
  await insertRows(db, 'spikes', rows);
}
