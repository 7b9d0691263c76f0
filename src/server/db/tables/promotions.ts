import type { Generated } from 'kysely';

export interface PromotionTables {
  manjians: ManjiansTable;
  manjian_tiers: ManjianTiersTable;
  manjian_goods: ManjianGoodsTable;
  coupons: CouponsTable;
  company_coupons: CompanyCouponsTable;
}

/** A full reduction; open while `starts_at <= now < ends_at`. */
interface ManjiansTable {
  id: Generated<number>;
  name: string;
  starts_at: number;
  ends_at: number;
}

interface ManjianTiersTable {
  manjian_id: number;
  amount_fen: number;
  reduce_fen: number;
}

/** The goods of a full reduction. A good in several open ones belongs to the one with the smallest id. */
interface ManjianGoodsTable {
  manjian_id: number;
  goods_id: number;
}

/** A coupon as it is given out. `value`: fen off, or the factor to pay in 1/10000. */
interface CouponsTable {
  id: Generated<number>;
  name: string;
  kind: 'amount' | 'percent';
  value: number;
  threshold_fen: number;
  scope: 'all' | 'category' | 'brand' | 'goods';
  scope_ids: Generated<number[]>;
  scope_text: string;
}

/** A coupon in a company's hands. `purchase_id` is set while it is used. */
interface CompanyCouponsTable {
  id: Generated<number>;
  coupon_id: number;
  company_id: number;
  starts_at: number;
  ends_at: number;
  purchase_id: Generated<number | null>;
  is_void: Generated<boolean>;
}
