import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { random } from '../../../kernel/seed/random.ts';
import { type OfferRow, openPromotions, type PromotionRow } from './open-promotion.ts';

/** How many days ahead flash sales and daily prices are planned, and how many goods are in each. */
const DAYS = 180;
const SPIKES_A_DAY = 16;
const DAILY_A_DAY = 10;

/**
 * A flash sale and a list of daily prices for every day from today on, midnight to midnight in shop time: there is one
 * of each whenever the shop is looked at, and its countdown is a day's at most.
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
  const today = startOfToday(now);
  const days = Array.from({ length: candidates.length > 0 ? DAYS : 0 }, (_, day): PromotionRow[] => {
    const window = { starts_at: today + day * DAY, ends_at: today + (day + 1) * DAY, rule: {} };
    // Daily prices go through the goods from the other end, so that a good seldom is in both.
    const spikes = pick(candidates, day, SPIKES_A_DAY);
    const daily = pick(candidates.toReversed(), day, DAILY_A_DAY);
    return [
      { ...window, kind: 'spike', name: '限时秒杀', offers: spikes.map((one, at) => offer(one, day, at)) },
      {
        ...window,
        kind: 'daily',
        name: '每日特价',
        summary: '每天零点更新，售完为止',
        offers: daily.map((one, at) => offer(one, day, at + SPIKES_A_DAY)),
      },
    ];
  });
  await openPromotions(db, now, days.flat());
}

interface Candidate {
  id: number;
  price_fen: number;
  zbz: number;
}

function pick(candidates: readonly Candidate[], day: number, most: number): Candidate[] {
  const number = Math.min(most, candidates.length);
  return Array.from(
    { length: number },
    (_, place) => candidates[(day * most + place) % candidates.length],
  ).flatMap((candidate) => candidate ?? []);
}

function offer(goods: Candidate, day: number, place: number): OfferRow {
  const chance = random(`spike ${day} ${place}`);
  const stock = goods.zbz * chance.whole(20, 60);
  return {
    goods_id: goods.id,
    price_fen: Math.floor(goods.price_fen * (0.72 + chance.next() * 0.12)),
    stock,
    elsewhere: day === 0 ? Math.floor(stock * chance.next() * 0.7) : 0,
    member_limit: goods.zbz * chance.pick([1, 2, 3]),
  };
}
