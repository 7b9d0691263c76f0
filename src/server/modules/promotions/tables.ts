import type { ColumnType, Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends PromotionTables {}
}

interface PromotionTables {
  promotions: PromotionsTable;
  promotion_goods: PromotionGoodsTable;
  promotion_uses: PromotionUsesTable;
  coupons: CouponsTable;
  company_coupons: CompanyCouponsTable;
  coupon_counts: CouponCountsTable;
  vouchers: VouchersTable;
  cashback_grants: CashbackGrantsTable;
}

/** A promotion of any kind; open while `starts_at <= now < ends_at` and not withdrawn. */
interface PromotionsTable {
  id: Generated<number>;
  /** A file of `domain/promotions`. */
  kind: string;
  name: string;
  summary: Generated<string>;
  starts_at: number;
  ends_at: number;
  withdrawn: Generated<boolean>;
  /** Covers every good, not only those named. */
  everything: Generated<boolean>;
  /** What the kind's `read` understands. Written as JSON text. */
  rule: ColumnType<unknown, string, string>;
  /** Sets or seats in all; null is unlimited. */
  stock: Generated<number | null>;
  /** Used by live orders, plus `elsewhere`. */
  sold: Generated<number>;
  /** Sold through other channels (by telephone, before the shop opened). */
  elsewhere: Generated<number>;
  member_limit: Generated<number | null>;
  created_at: number;
}

/** An offer: a good in a promotion, with the figures that the kind needs. */
interface PromotionGoodsTable {
  id: Generated<number>;
  promotion_id: number;
  goods_id: number;
  role: Generated<'goods' | 'gift' | 'exchange'>;
  /** Its price in the promotion; null where the rule makes it. */
  price_fen: Generated<number | null>;
  /** Units in one set, or pieces of a gift. */
  number: Generated<number>;
  stock: Generated<number | null>;
  sold: Generated<number>;
  elsewhere: Generated<number>;
  member_limit: Generated<number | null>;
}

/** What an order uses of a promotion's stock; not `live` once the order has ended. */
interface PromotionUsesTable {
  id: Generated<number>;
  order_id: number;
  company_id: number;
  promotion_id: number;
  offer_id: number | null;
  number: number;
  live: Generated<boolean>;
}

/** A kind of coupon that companies can hold. `value`: fen off, or the factor to pay in 1/10000. */
interface CouponsTable {
  id: Generated<number>;
  name: string;
  kind: 'amount' | 'percent';
  value: number;
  threshold_fen: number;
  scope: 'all' | 'category' | 'brand' | 'goods';
  scope_ids: Generated<number[]>;
  scope_text: string;
  /** When it may be received in the coupon centre; `ends_at` null is without end. */
  starts_at: Generated<number>;
  ends_at: Generated<number | null>;
  /** Days that it is valid after it was received. */
  days: Generated<number>;
  /** How many may be received in all; null is unlimited. */
  total: Generated<number | null>;
  received: Generated<number>;
  member_limit: Generated<number>;
  /** Offered in the coupon centre. */
  listed: Generated<boolean>;
  withdrawn: Generated<boolean>;
}

/** A coupon that a company holds. `purchase_id` is set while it is used; `received`: from the coupon centre. */
interface CompanyCouponsTable {
  id: Generated<number>;
  coupon_id: number;
  company_id: number;
  starts_at: number;
  ends_at: number;
  purchase_id: Generated<number | null>;
  is_void: Generated<boolean>;
  received: Generated<boolean>;
}

/** How many of a coupon were given out; the database counts them. A coupon that nobody holds has no row. */
interface CouponCountsTable {
  coupon_id: number;
  issued: number;
}

/** A cash voucher: a note that is used whole (domain §3). */
interface VouchersTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  amount_fen: number;
  starts_at: number;
  ends_at: number;
  purchase_id: Generated<number | null>;
  is_void: Generated<boolean>;
  /** It ended unused, and is booked out. */
  is_expired: Generated<boolean>;
  /** The cashback that gave it, so that it can be taken back. */
  promotion_id: Generated<number | null>;
  created_at: number;
}

/** What a cashback granted a company (positive) or took back (negative), in fen. Append-only. */
interface CashbackGrantsTable {
  id: Generated<number>;
  promotion_id: number;
  company_id: number;
  amount_fen: number;
  order_id: number;
  created_at: number;
}
