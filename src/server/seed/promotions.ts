import type { Db } from '../db/schema.ts';
import { insertRows } from './insert.ts';

const DAY = 86_400;
const YUAN = 100;

/** Promotions of the demo shop stay open for this long, counted from the first start. */
const OPEN_DAYS = 730;

const TIERS = [
  [
    [200, 10],
    [500, 30],
    [1000, 80],
  ],
  [
    [300, 15],
    [800, 50],
  ],
] as const;

const COUPONS = [
  { name: '新客礼券', kind: 'amount', value: 10 * YUAN, threshold: 100 * YUAN },
  { name: '满 500 减 30', kind: 'amount', value: 30 * YUAN, threshold: 500 * YUAN },
  { name: '满 1000 减 80', kind: 'amount', value: 80 * YUAN, threshold: 1000 * YUAN },
  { name: '全场 97 折', kind: 'percent', value: 9700, threshold: 300 * YUAN },
] as const;

/** Full reductions over two categories, and coupons in the demo company's hands. */
export async function seedPromotions(db: Db, demoCompany: number, now: number): Promise<void> {
  await seedManjians(db, now);
  const brand = await db.selectFrom('brands').orderBy('position').select(['id', 'name']).executeTakeFirst();
  const shopwide = COUPONS.map(({ threshold, ...coupon }) =>
    Object.assign(coupon, {
      threshold_fen: threshold,
      scope: 'all' as const,
      scope_ids: [],
      scope_text: '全场通用',
    }),
  );
  const branded = brand
    ? [
        {
          name: `${brand.name}品牌券`,
          kind: 'amount' as const,
          value: 20 * YUAN,
          threshold_fen: 200 * YUAN,
          scope: 'brand' as const,
          scope_ids: [brand.id],
          scope_text: `限${brand.name}商品`,
        },
      ]
    : [];
  const coupons = await db
    .insertInto('coupons')
    .values([...shopwide, ...branded])
    .returning('id')
    .execute();
  await insertRows(
    db,
    'company_coupons',
    coupons.map(({ id }, index) => ({
      coupon_id: id,
      company_id: demoCompany,
      starts_at: now - 10 * DAY,
      ends_at: now + (60 + index * 30) * DAY,
    })),
  );
}

/** One full reduction for each of the two categories that sell most. */
async function seedManjians(db: Db, now: number): Promise<void> {
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
  for (const [index, category] of categories.entries()) {
    const manjian = await db
      .insertInto('manjians')
      .values({
        name: `${category.name}满减`,
        starts_at: now - DAY,
        ends_at: now + OPEN_DAYS * DAY,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertRows(
      db,
      'manjian_tiers',
      (TIERS[index] ?? []).map(([amount, reduce]) => ({
        manjian_id: manjian.id,
        amount_fen: amount * YUAN,
        reduce_fen: reduce * YUAN,
      })),
    );
    await db
      .insertInto('manjian_goods')
      .columns(['manjian_id', 'goods_id'])
      .expression((eb) =>
        eb
          .selectFrom('goods')
          .where('category_id', '=', category.id)
          .where('hm', '=', false)
          .where('controlled', '=', false)
          .select((goods) => [goods.val(manjian.id).as('manjian_id'), 'goods.id']),
      )
      .execute();
  }
}
