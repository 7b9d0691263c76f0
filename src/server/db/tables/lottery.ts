import type { Generated } from 'kysely';

export interface LotteryTables {
  lotteries: LotteriesTable;
  lottery_prizes: LotteryPrizesTable;
  lottery_chances: LotteryChancesTable;
  lottery_records: LotteryRecordsTable;
}

export type PrizeKind = 'points' | 'coupon' | 'again' | 'none';

/** A lottery; open while `starts_at <= now < ends_at`. Chances: on the first visit, and for each completed order. */
interface LotteriesTable {
  id: Generated<number>;
  name: string;
  rules: string;
  free_chances: Generated<number>;
  order_chances: Generated<number>;
  starts_at: number;
  ends_at: number;
}

/** `weight` counts against the sum of those that are left; `stock` null is without end. */
interface LotteryPrizesTable {
  id: Generated<number>;
  lottery_id: number;
  position: number;
  name: string;
  remarks: string;
  kind: PrizeKind;
  points: Generated<number>;
  coupon_id: Generated<number | null>;
  coupon_days: Generated<number>;
  weight: number;
  stock: Generated<number | null>;
  given: Generated<number>;
}

interface LotteryChancesTable {
  lottery_id: number;
  company_id: number;
  total: number;
  used: Generated<number>;
}

/** What was drawn, as it was named then. */
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
