import type { Db } from '#server/kernel/db/schema.ts';
import type { CartGoods } from '../../shop/domain/cart-vectors.ts';
import { START } from './store.ts';

/** A good to put on the shelf: as in the cart cases, and what only the server knows. Money in yuan. */
export interface GoodsToMake extends CartGoods {
  name?: string;
  /** What it costs the shop. */
  cost?: number;
  scope?: string;
  yx?: boolean;
  split?: boolean;
  zbz?: number;
  minimum?: number;
  capOrder?: number;
  capMonth?: number;
  warehouse?: number;
  /** Stock of each batch with its expiry, in place of one batch of `stock`. */
  batches?: { number: number; expires: string }[];
}

const fen = (yuan: number) => Math.round(yuan * 100);

/** What goods hang on: two warehouses, one category, maker and brand, two scopes; every company may buy scope `all`. */
export async function makeShelf(db: Db): Promise<void> {
  await db
    .insertInto('scopes')
    .values([
      { code: 'all', name: '全部' },
      { code: 'narrow', name: '另一范围' },
    ])
    .execute();
  await db
    .insertInto('categories')
    .values({ id: 1, parent_id: null, tree: 'drug', name: '西药', icon: null, position: 1, same_as: null })
    .execute();
  await db.insertInto('brands').values({ name: '品牌', slogan: '', hue: 1, position: 1 }).execute();
  await db.insertInto('makers').values({ id: 1, name: '演示药厂', brand_id: 1 }).execute();
  await db
    .insertInto('warehouses')
    .values([
      { id: 1, name: '华北仓', city: '北京' },
      { id: 2, name: '华南仓', city: '广州' },
    ])
    .execute();
  await db
    .updateTable('companies')
    .set({ scopes: ['all'] })
    .execute();
}

let made = 0;

/** Puts a good on the shelf and answers its id. */
export async function makeGoods(db: Db, goods: GoodsToMake): Promise<number> {
  made += 1;
  const { id } = await db
    .insertInto('goods')
    .values({
      code: `G${made}`,
      name: goods.name ?? `商品 ${made}`,
      generic_name: '通用名',
      indication: '',
      maker_id: 1,
      category_id: 1,
      warehouse_id: goods.warehouse ?? 1,
      spec: '10mg*24片',
      dosage_form: '片剂',
      unit: goods.unit ?? '盒',
      approval_number: '国药准字H20990001',
      barcode: '290000000001',
      mah: '演示药厂',
      storage: '常温',
      rx: 'none',
      marks: [],
      scope: goods.scope ?? 'all',
      hm: goods.hm ?? false,
      controlled: goods.controlled ?? false,
      yx: goods.yx ?? false,
      dpby_number: goods.dpby ?? null,
      split: goods.split ?? true,
      zbz: goods.zbz ?? 10,
      jzl: 100,
      min_number: goods.minimum ?? 1,
      cap_order: goods.capOrder ?? null,
      cap_month: goods.capMonth ?? null,
      price_fen: fen(goods.price),
      retail_fen: null,
      cost_fen: goods.cost === undefined ? null : fen(goods.cost),
      ladder_type: goods.ladderType ?? 2,
      created_at: START,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const batches = goods.batches ?? [{ number: goods.stock, expires: '2028-06-30' }];
  await db
    .insertInto('batches')
    .values(
      batches.map(({ number, expires }, index) => ({
        goods_id: id,
        warehouse_id: goods.warehouse ?? 1,
        batch_number: `B${index + 1}`,
        made: '2026-01-01',
        expires,
        stock: number,
      })),
    )
    .execute();
  for (const [number, price] of goods.ladder ?? []) {
    await db
      .insertInto('ladder_steps')
      .values({ goods_id: id, number, price_fen: fen(price) })
      .execute();
  }
  if (goods.spike) {
    const { price, total, limit } = goods.spike;
    await openPromotion(db, 'spike', {}, [{ goods_id: id, price, stock: total, limit }]);
  }
  return id;
}

/** A good in a promotion. Money in yuan. */
export interface OfferToMake {
  goods_id: number;
  role?: 'goods' | 'gift' | 'exchange';
  price?: number;
  number?: number;
  stock?: number;
  limit?: number;
}

/** A promotion, open now; `rule` as its form writes it. Without goods it covers all. Answers its id. */
export async function openPromotion(
  db: Db,
  kind: string,
  rule: Record<string, unknown>,
  offers: readonly OfferToMake[] = [],
  more: { name?: string; stock?: number; limit?: number; startsAt?: number; endsAt?: number } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('promotions')
    .values({
      kind,
      name: more.name ?? kind,
      starts_at: more.startsAt ?? START - 60,
      ends_at: more.endsAt ?? START + 86_400,
      everything: offers.every(({ role = 'goods' }) => role !== 'goods'),
      rule: JSON.stringify(rule),
      stock: more.stock ?? null,
      member_limit: more.limit ?? null,
      created_at: START,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { goods_id, role = 'goods', price, number = 1, stock, limit } of offers) {
    await db
      .insertInto('promotion_goods')
      .values({
        promotion_id: id,
        goods_id,
        role,
        price_fen: price === undefined ? null : fen(price),
        number,
        stock: stock ?? null,
        member_limit: limit ?? null,
      })
      .execute();
  }
  return id;
}

/** A full reduction over these goods, open now. */
export async function makeManjian(
  db: Db,
  { name, tiers }: { name: string; tiers: readonly [amount: number, reduce: number][] },
  goodsIds: readonly number[],
): Promise<void> {
  const rule = { tiers: tiers.map(([amount, reduce]) => `${amount} 减 ${reduce}`).join('\n') };
  await openPromotion(
    db,
    'manjian',
    rule,
    goodsIds.map((goods_id) => ({ goods_id })),
    { name },
  );
}

/** Lets a company buy a controlled good. */
export async function grantRights(db: Db, company_id: number, goods_id: number): Promise<void> {
  await db.insertInto('controlled_rights').values({ company_id, goods_id, created_at: START }).execute();
}

/** A coupon in a company's hands, open now; answers its id. */
export async function makeCoupon(
  db: Db,
  companyId: number,
  { value, threshold }: { value: number; threshold: number },
): Promise<number> {
  const coupon = await db
    .insertInto('coupons')
    .values({
      name: `满 ${threshold} 减 ${value}`,
      kind: 'amount',
      value: fen(value),
      threshold_fen: fen(threshold),
      scope: 'all',
      scope_text: '全场',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('company_coupons')
    .values({
      coupon_id: coupon.id,
      company_id: companyId,
      starts_at: START - 60,
      ends_at: START + 86_400 * 30,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The company of a member. */
export async function companyOf(db: Db, username: string): Promise<number> {
  const { company_id } = await db
    .selectFrom('members')
    .where('username', '=', username)
    .select('company_id')
    .executeTakeFirstOrThrow();
  return company_id;
}

/** Takes everything out of all carts. */
export async function emptyCarts(db: Db): Promise<void> {
  await db.deleteFrom('cart_lines').execute();
}
