import { DAY, monthSpan, nextMonths } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { seedCoupons } from './coupons.ts';
import { openPromotions, type PromotionRow } from './open-promotion.ts';

const TIERS = ['200 减 10\n500 减 30\n1000 减 80', '300 减 15\n800 减 50'] as const;

/** A promotion of every kind that is open and stays so (domain §8), and coupons in the demo company's hands. */
export async function seedPromotions(db: Db, demoCompany: number, now: number): Promise<void> {
  const pool = await suitableGoods(db);
  await openPromotions(db, now, [
    ...(await reductions(db)),
    ...gifts(pool),
    ...combinations(pool),
    ...groups(pool, now),
    {
      kind: 'welfare',
      name: '全场 94 折福利',
      summary: '全场商品按 94 折结算，自动减免，无需领券',
      rule: { percent: 94 },
      everything: true,
    },
    ...cashbacks(now),
  ]);
  await seedCoupons(db, demoCompany, now);
}

/** How many months ahead cashbacks are planned. */
const MONTHS = 24;

/** Two cashbacks for every calendar month from this one on: what is spent counts within one month. */
function cashbacks(now: number): PromotionRow[] {
  return nextMonths(now, MONTHS).flatMap((month): PromotionRow[] => {
    const span = monthSpan(month);
    if (span === null) return [];
    const common = { kind: 'cashback', everything: true, starts_at: span.from, ends_at: span.until };
    const name = `${Number(month.slice(5))} 月`;
    return [
      {
        ...common,
        name: `${name}满返 · 返余额`,
        summary: '当月已完成订单累计达标，自动返到余额',
        rule: { tiers: '1000 返 20\n3000 返 90\n8000 返 320', as: 'balance' },
      },
      {
        ...common,
        name: `${name}大单满返 · 返现金券`,
        summary: '当月已完成订单累计达标，自动发放现金券',
        rule: { tiers: '2000 返 30\n5000 返 100', as: 'voucher', days: 60 },
      },
    ];
  });
}

interface Suitable {
  id: number;
  name: string;
  price_fen: number;
}

/** Goods that sell, from the largest warehouse, of different names: sets must ship as one. */
async function suitableGoods(db: Db): Promise<Suitable[]> {
  const rows = await db
    .selectFrom('goods')
    .where('in_stock', '=', true)
    .where('on_sale', '=', true)
    .where('hm', '=', false)
    .where('controlled', '=', false)
    .where('split', '=', true)
    .where('min_number', '=', 1)
    .where('cap_order', 'is', null)
    .where('cap_month', 'is', null)
    .where('warehouse_id', '=', 1)
    .where('price_fen', '>=', 800)
    .where('price_fen', '<', 6000)
    .where('expires', 'is not', null)
    .orderBy('sales', 'desc')
    .orderBy('id')
    .limit(240)
    .select(['id', 'name', 'price_fen'])
    .execute();
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap(([best]) => best ?? []);
}

/** One full reduction for each of the two categories that sell most. */
async function reductions(db: Db): Promise<PromotionRow[]> {
  const categories = await db
    .selectFrom('goods')
    .innerJoin('categories', 'categories.id', 'goods.category_id')
    .where('goods.hm', '=', false)
    .where('goods.controlled', '=', false)
    .groupBy(['categories.id', 'categories.name'])
    .orderBy((eb) => eb.fn.sum('goods.sales'), 'desc')
    .orderBy('categories.id')
    .limit(TIERS.length)
    .select(['categories.id', 'categories.name'])
    .execute();
  const rows: PromotionRow[] = [];
  for (const [index, { id, name }] of categories.entries()) {
    const goods = await db
      .selectFrom('goods')
      .where('category_id', '=', id)
      .where('hm', '=', false)
      .where('controlled', '=', false)
      .select('id')
      .execute();
    const offers = goods.map((one) => ({ goods_id: one.id }));
    rows.push({ kind: 'manjian', name: `${name}满减`, rule: { tiers: TIERS[index] }, offers });
  }
  return rows;
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

function gifts(pool: readonly Suitable[]): PromotionRow[] {
  const [free, cheap, ...others] = pool.slice(60, 66);
  if (!free || !cheap) return [];
  const exchanges = others.map(({ id, price_fen }) => ({
    goods_id: id,
    role: 'exchange' as const,
    price_fen: Math.floor(price_fen / 2),
    stock: 2000,
    member_limit: 20,
  }));
  return [
    {
      kind: 'gift',
      name: '满 300 赠好礼',
      summary: '参加的商品满 300 元即赠，每单最多两份',
      rule: { amount: 300, most: 2 },
      offers: [
        ...pool.slice(0, 40).map(({ id }) => ({ goods_id: id })),
        { goods_id: free.id, role: 'gift', price_fen: 0, stock: 3000 },
      ],
    },
    {
      kind: 'gift',
      name: '满 800 加 1 分钱得赠品',
      summary: '参加的商品满 800 元，加一分钱得两件',
      rule: { amount: 800 },
      offers: [
        ...pool.slice(10, 50).map(({ id }) => ({ goods_id: id })),
        { goods_id: cheap.id, role: 'gift', price_fen: 1, number: 2, stock: 3000 },
      ],
    },
    {
      kind: 'exchange',
      name: '满 200 换购',
      summary: '购物车满 200 元，可按换购价买 2 件',
      rule: { amount: 200, units: 2 },
      everything: true,
      offers: exchanges,
    },
  ];
}

function combinations(pool: readonly Suitable[]): PromotionRow[] {
  const sets = [0, 1, 2, 3].flatMap((index): PromotionRow[] => {
    const [first, second, third] = pool.slice(66 + index * 3, 69 + index * 3);
    if (!first || !second || !third) return [];
    const parts = index % 2 === 0 ? [first, second] : [first, second, third];
    const whole = parts.reduce((sum, { price_fen }) => sum + price_fen * 2, 0);
    return [
      {
        kind: 'set',
        name: `${first.name} + ${second.name} 组合`,
        rule: { price: yuan(Math.floor(whole * 0.85)) },
        offers: parts.map(({ id }) => ({ goods_id: id, number: 2 })),
        stock: 500,
        member_limit: 20,
      },
    ];
  });
  const [cheapest, ...rest] = alike(pool.slice(90), 6);
  if (!cheapest) return sets;
  return [
    ...sets,
    {
      kind: 'choose',
      name: '任选 5 件组合价',
      summary: '多种常用药任意搭配，凑满 5 件一口价',
      rule: { pieces: 5, price: yuan(Math.floor(cheapest.price_fen * 4.75)) },
      offers: [cheapest, ...rest].map(({ id }) => ({ goods_id: id })),
      stock: 800,
      member_limit: 50,
    },
  ];
}

/** So many goods whose prices are closest to one another, the cheapest first: one price for any of them is fair. */
function alike(pool: readonly Suitable[], number: number): Suitable[] {
  const sorted = pool.toSorted((a, b) => a.price_fen - b.price_fen || a.id - b.id);
  const groups = sorted.slice(number - 1).map((_, first) => sorted.slice(first, first + number));
  const spread = (group: readonly Suitable[]) => (group.at(-1)?.price_fen ?? 0) / (group[0]?.price_fen ?? 1);
  return groups.toSorted((a, b) => spread(a) - spread(b))[0] ?? [];
}

/** Group-buys: two by units and two by stores, one to come and one that is over. */
function groups(pool: readonly Suitable[], now: number): PromotionRow[] {
  const windows = new Map([
    [4, { starts_at: now + 2 * DAY, ends_at: now + 30 * DAY }],
    [5, { starts_at: now - 6 * DAY, ends_at: now - 2 * DAY }],
  ]);
  return pool.slice(84, 90).map(({ id, name, price_fen }, index) => {
    const byStores = index % 2 === 1;
    return {
      ...windows.get(index),
      kind: 'group',
      name: `${name} 拼团`,
      summary: byStores ? '按家数成团，未成团自动退款' : '按件数成团，未成团自动退款',
      rule: { by: byStores ? 'stores' : 'units', need: byStores ? 3 : 100, hours: 72 },
      offers: [{ goods_id: id, price_fen: Math.floor(price_fen * 0.8), stock: 5000, member_limit: 200 }],
    };
  });
}
