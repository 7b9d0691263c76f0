import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends PointsMallTables {}
}

export interface PointsMallTables {
  points_goods: PointsGoodsTable;
  points_orders: PointsOrdersTable;
}

/** Goods that points are redeemed for. `stock` null is unlimited; `days`: how long a coupon or voucher lasts. */
interface PointsGoodsTable {
  id: Generated<number>;
  kind: 'goods' | 'coupon' | 'voucher';
  name: string;
  summary: Generated<string>;
  points: number;
  goods_id: Generated<number | null>;
  coupon_id: Generated<number | null>;
  voucher_fen: Generated<number | null>;
  days: Generated<number>;
  stock: Generated<number | null>;
  given: Generated<number>;
  /** Most that one company may redeem in all. */
  member_limit: Generated<number | null>;
  on_sale: Generated<boolean>;
  position: Generated<number>;
  created_at: number;
}

/** A redemption, or a prize to ship. Coupons and vouchers are done immediately. */
interface PointsOrdersTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  member_id: number | null;
  points_goods_id: Generated<number | null>;
  goods_id: Generated<number | null>;
  kind: 'goods' | 'coupon' | 'voucher' | 'prize';
  name: string;
  number: number;
  /** In all; 0 for a prize. */
  points: number;
  state: 'waiting' | 'shipped' | 'done' | 'cancelled';
  /** Name, phone and address at the time of the order. */
  address: Generated<string>;
  carrier: Generated<string>;
  tracking_no: Generated<string>;
  created_at: number;
  shipped_at: Generated<number | null>;
  ended_at: Generated<number | null>;
}
