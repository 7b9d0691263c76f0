import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends LotteryTables {}
}

export interface LotteryTables {
  lotteries: LotteriesTable;
  lottery_prizes: LotteryPrizesTable;
  lottery_chances: LotteryChancesTable;
  lottery_records: LotteryRecordsTable;
  lottery_signs: LotterySignsTable;
}

export type PrizeKind = 'goods' | 'points' | 'coupon' | 'voucher' | 'again' | 'none';

/**
 * A lottery; open while `starts_at <= now < ends_at` and not withdrawn. Chances: free ones, and some for each completed
 * order.
 */
interface LotteriesTable {
  id: Generated<number>;
  name: string;
  rules: string;
  free_chances: Generated<number>;
  order_chances: Generated<number>;
  /** Chances for checking in, once a day. */
  sign_chances: Generated<number>;
  /** Points for one chance; null: not for points. */
  points_cost: Generated<number | null>;
  /** Most chances that a company may buy. */
  points_limit: Generated<number>;
  starts_at: number;
  ends_at: number;
  /** A draft, or withdrawn: not visible to buyers. */
  withdrawn: Generated<boolean>;
}

/** `weight` relative to the sum of all drawable prizes; `stock` null is unlimited. */
interface LotteryPrizesTable {
  id: Generated<number>;
  lottery_id: number;
  position: number;
  name: string;
  remarks: string;
  kind: PrizeKind;
  points: Generated<number>;
  coupon_id: Generated<number | null>;
  /** How long a coupon or voucher lasts. */
  coupon_days: Generated<number>;
  goods_id: Generated<number | null>;
  voucher_fen: Generated<number | null>;
  withdrawn: Generated<boolean>;
  weight: number;
  stock: Generated<number | null>;
  given: Generated<number>;
}

interface LotteryChancesTable {
  lottery_id: number;
  company_id: number;
  total: number;
  used: Generated<number>;
  /** Of these, bought with points. */
  bought: Generated<number>;
}

interface LotterySignsTable {
  lottery_id: number;
  company_id: number;
  /** `YYYY-MM-DD` in shop time. */
  day: string;
  created_at: number;
}

/** A draw, with the prize's name at that time. */
interface LotteryRecordsTable {
  id: Generated<number>;
  lottery_id: number;
  company_id: number;
  member_id: number | null;
  prize_id: number;
  name: string;
  remarks: string;
  kind: PrizeKind;
  created_at: number;
}
