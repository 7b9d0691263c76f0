import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';

/** Things that shops like to have, by their name in the catalogue, with what they cost and how many there are. */
const THINGS = [
  { word: '血压计', points: 9800, stock: 30, limit: 2 },
  { word: '额温计', points: 5200, stock: 60, limit: 5 },
  { word: '血糖试纸', points: 3600, stock: 200, limit: 10 },
  { word: '医用外科口罩', points: 800, stock: 500, limit: 20 },
  { word: '创可贴', points: 600, stock: 500, limit: 20 },
  { word: '枸杞子', points: 1800, stock: 120, limit: 10 },
  { word: '血氧仪', points: 4600, stock: 0, limit: 2 },
] as const;

/** The points mall, after goods and coupons. */
export async function seedPointsMall(db: Db, now: number): Promise<void> {
  const rows: object[] = [];
  for (const { word, points, stock, limit } of THINGS) {
    const goods = await db
      .selectFrom('goods')
      .select(['id', 'name', 'spec'])
      .where('name', 'like', `%${word}%`)
      .orderBy('sales', 'desc')
      .orderBy('id')
      .executeTakeFirst();
    if (!goods) continue;
    rows.push({
      ...BLANK,
      kind: 'goods',
      name: goods.name,
      summary: goods.spec,
      points,
      goods_id: goods.id,
      stock,
      member_limit: limit,
    });
  }
  const coupon = await db
    .selectFrom('coupons')
    .select(['id', 'name', 'scope_text'])
    .where('scope', '=', 'all')
    .orderBy('id')
    .executeTakeFirst();
  if (coupon) {
    rows.push({
      ...BLANK,
      kind: 'coupon',
      name: coupon.name,
      summary: coupon.scope_text,
      points: 300,
      coupon_id: coupon.id,
      member_limit: 3,
    });
  }
  rows.push(
    {
      ...BLANK,
      kind: 'voucher',
      name: '10 元现金券',
      summary: '无门槛',
      points: 1000,
      voucher_fen: 1000,
    },
    {
      ...BLANK,
      kind: 'voucher',
      name: '50 元现金券',
      summary: '无门槛',
      points: 4800,
      voucher_fen: 5000,
      stock: 300,
    },
  );
  await insertRows(
    db,
    'points_goods',
    rows.map((row, position) => ({ ...row, position, created_at: now })),
  );
}

/** Columns that a thing need not say; every row of one statement has the same. */
const BLANK = {
  summary: '',
  goods_id: null,
  coupon_id: null,
  voucher_fen: null,
  days: 30,
  stock: null,
  given: 0,
  member_limit: null,
  on_sale: true,
};
