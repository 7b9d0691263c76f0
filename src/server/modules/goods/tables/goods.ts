import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends GoodsTables {}
}

interface GoodsTables {
  goods: GoodsTable;
  ladder_steps: LadderStepsTable;
  level_prices: LevelPricesTable;
}

/** A good that is or was sold. Money in integer fen; `created_at` in seconds; `expires` is YYYY-MM-DD. */
interface GoodsTable {
  id: Generated<number>;
  code: string;
  name: string;
  generic_name: string;
  maker_id: number;
  category_id: number;
  /** The warehouse that it is sold from; there may be batches in others. */
  warehouse_id: number;
  spec: string;
  dosage_form: string;
  unit: string;
  approval_number: string;
  barcode: string;
  /** Marketing authorisation holder. */
  mah: string;
  storage: string;
  /** Indication, as in the leaflet. */
  indication: Generated<string>;
  rx: 'rx' | 'otc-a' | 'otc-b' | 'none';
  marks: string[];
  /** Business scope that a buyer's company needs: a code of `scopes`. */
  scope: string;
  /** Contains ephedrine: an order of its own, no balance, no coupon (domain §3). */
  hm: boolean;
  /** Sold only to companies in `goods_rights`. */
  controlled: boolean;
  yx: boolean;
  /** Free shipping of this good alone from this quantity on; null for none. */
  dpby_number: number | null;
  split: boolean;
  /** 中包装: one step of the quantity. */
  zbz: number;
  /** 件装量: pieces in a full carton. */
  jzl: number;
  min_number: number;
  cap_order: number | null;
  /** Most that a member may buy within 30 days. */
  cap_month: number | null;
  price_fen: number;
  retail_fen: number | null;
  /** What the shop pays for a unit, for staff alone; null where nobody entered it. */
  cost_fen: Generated<number | null>;
  /** 1: a step holds up to its quantity; 2: from its quantity on (spec §9). */
  ladder_type: 1 | 2;
  sales: Generated<number>;
  /** Units in paid orders, in all and within thirty days; updated by a job. */
  units_sold: Generated<number>;
  units_sold_lately: Generated<number>;
  /** Its rank by sales among the goods of its generic name; updated by a job. */
  name_rank: Generated<number>;
  on_sale: Generated<boolean>;
  /** Updated by triggers on `batches`, for filtering and sorting; the quantity itself is the sum of the batches. */
  in_stock: Generated<boolean>;
  /** First expiry among batches that can be sold; updated by triggers. */
  expires: string | null;
  created_at: number;
  /** TCM: place of origin, grade, and standard. */
  origin: Generated<string | null>;
  grade: Generated<string | null>;
  standard: Generated<string | null>;
  /** Devices: 一类, 二类, 三类. */
  device_class: Generated<string | null>;
}

/** A step of the ladder price. */
interface LadderStepsTable {
  id: Generated<number>;
  goods_id: number;
  number: number;
  price_fen: number;
}

/** A price for companies of one level (`companies.level`). */
interface LevelPricesTable {
  id: Generated<number>;
  goods_id: number;
  level: number;
  price_fen: number;
}
