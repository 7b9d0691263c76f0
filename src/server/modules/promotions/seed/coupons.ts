import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';
import { giveVoucher } from '../vouchers/give.ts';

const YUAN = 100;

const SHOPWIDE = { scope: 'all', scope_ids: [], scope_text: '全场通用' } as const;

/** What the coupon centre offers: `left` of `total` when the shop opens. */
const OFFERED = [
  {
    name: '新客礼券',
    kind: 'amount',
    value: 10 * YUAN,
    threshold_fen: 100 * YUAN,
    total: 5000,
    member_limit: 1,
  },
  {
    name: '满 500 减 30',
    kind: 'amount',
    value: 30 * YUAN,
    threshold_fen: 500 * YUAN,
    total: 2000,
    member_limit: 2,
  },
  {
    name: '满 1000 减 80',
    kind: 'amount',
    value: 80 * YUAN,
    threshold_fen: 1000 * YUAN,
    total: 800,
    member_limit: 2,
  },
  {
    name: '全场 92 折',
    kind: 'percent',
    value: 9200,
    threshold_fen: 300 * YUAN,
    total: 500,
    member_limit: 1,
  },
] as const;

/** Coupons for one brand or category are handed out for so long, counted from the first start; the others for ever. */
const OPEN_DAYS = 730;

const VOUCHERS = [10, 20, 50] as const;

/** Coupons to be received, coupons and vouchers in the demo company's hands. */
export async function seedCoupons(db: Db, demoCompany: number, now: number): Promise<void> {
  const brand = await db.selectFrom('brands').orderBy('position').select(['id', 'name']).executeTakeFirst();
  const category = await db
    .selectFrom('categories')
    .where('parent_id', 'is', null)
    .orderBy('position')
    .select(['id', 'name'])
    .executeTakeFirst();
  const narrow = {
    kind: 'amount' as const,
    value: 20 * YUAN,
    threshold_fen: 200 * YUAN,
    total: 1000,
    ends_at: now + OPEN_DAYS * DAY,
  };
  const rows = [
    ...OFFERED.map((coupon) => ({ ...coupon, ...SHOPWIDE, ends_at: null })),
    ...(brand
      ? [
          {
            ...narrow,
            name: `${brand.name}品牌券`,
            scope: 'brand' as const,
            scope_ids: [brand.id],
            scope_text: `限${brand.name}商品`,
            member_limit: 1,
          },
        ]
      : []),
    ...(category
      ? [
          {
            ...narrow,
            name: `${category.name}专享券`,
            scope: 'category' as const,
            scope_ids: [category.id],
            scope_text: `限${category.name}`,
            member_limit: 1,
          },
        ]
      : []),
  ];
  const coupons = await db
    .insertInto('coupons')
    .values(
      rows.map((row) => ({
        ...row,
        scope_ids: [...row.scope_ids],
        starts_at: now - DAY,
        days: 60,
        listed: true,
      })),
    )
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
  for (const yuan of VOUCHERS) {
    await giveVoucher(db, {
      companyId: demoCompany,
      name: `${yuan} 元现金券`,
      amount: yuan * YUAN,
      startsAt: now - DAY,
      endsAt: now + (30 + yuan) * DAY,
      now: now - DAY,
    });
  }
}
