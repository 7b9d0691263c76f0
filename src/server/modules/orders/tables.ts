import type { ColumnType, Generated } from 'kysely';
import type { OrderState } from '#shop/domain/order-state.ts';
import type { Explanation } from '#shop/domain/promotions/explanation.ts';
import type { StoredTerms } from '#shop/domain/stored-terms.ts';

declare module '../../kernel/db/schema.ts' {
  interface Database extends OrderTables {}
}

interface OrderTables {
  purchases: PurchasesTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  bought_lines: BoughtLinesTable;
  bought_gifts: BoughtGiftsTable;
  line_batches: LineBatchesTable;
  order_events: OrderEventsTable;
  shipping_supports: ShippingSupportsTable;
  cancel_requests: CancelRequestsTable;
}

/** What was checked out at once; it may have become several orders. */
interface PurchasesTable {
  id: Generated<number>;
  company_id: number;
  member_id: number;
  created_at: number;
  /** The invoice that is requested when an order of it is completed. */
  invoice: Generated<'none' | 'normal' | 'special'>;
  /** What its prices depended on, as JSON; null for one from before they were written down. */
  terms: ColumnType<StoredTerms | null, string | null | undefined, string>;
}

/** An order; money in fen. The address is frozen with it. */
interface OrdersTable {
  id: Generated<number>;
  no: string;
  purchase_id: number;
  company_id: number;
  /** `group`: a seat in a group-buy, shipped once the team is full. */
  kind: Generated<'plain' | 'group'>;
  status: OrderState;
  hm: boolean;
  /** Earned something together with the other joint orders of its purchase: they are paid and cancelled as one. */
  joint: Generated<boolean>;
  warehouse_id: number;
  goods_fen: number;
  manjian_fen: number;
  coupon_fen: number;
  set_fen: Generated<number>;
  voucher_fen: Generated<number>;
  shipping_fen: number;
  payable_fen: number;
  /** What counts of it towards the free shipping of later purchases; null where its lines have to be added up for that. */
  support_fen: Generated<number | null>;
  paid_fen: Generated<number>;
  number: number;
  kinds: number;
  address_id: number;
  address_name: string;
  address_phone: string;
  address_region: string;
  address_detail: string;
  remark: string;
  /** How it was paid, in the order of use. */
  pay_methods: Generated<string[]>;
  /** Until when it may be paid; null once that no longer matters. */
  pay_before: number | null;
  created_at: number;
  paid_at: Generated<number | null>;
  shipped_at: Generated<number | null>;
  /** What of `paid_fen` was given back after it was paid: shortages, returns, price protection. */
  refunded_fen: Generated<number>;
  /** What of `paid_fen` was kept although its goods went back: what other goods would have cost more without them. */
  withheld_fen: Generated<number>;
  /** Closed by the shop, not by its buyer: what it helped other orders to earn stays earned. */
  closed_by_shop: Generated<boolean>;
  /** When it was completed. */
  done_at: Generated<number | null>;
  cancel_reason: Generated<string | null>;
}

/** A line, frozen when the order was placed. */
interface OrderLinesTable {
  id: Generated<number>;
  order_id: number;
  goods_id: number;
  /** The price's offer (`promotion_goods`): flash sale, exchange, group-buy, gift. */
  offer_id: Generated<number | null>;
  /** The combination, exchange, group-buy or gift that the line was bought in. */
  promotion_id: Generated<number | null>;
  /** Lines of one combination share it within their order; `sets` is how many sets they make. */
  set_no: Generated<number | null>;
  sets: Generated<number | null>;
  gift: Generated<boolean>;
  /** Reckoned with 优选 goods for shipping. */
  yx: Generated<boolean>;
  /**
   * Set where a batch that it was ordered from was near its expiry: batches that expire up to this day (`YYYY-MM-DD`)
   * were sold as near their expiry, without a right to return them.
   */
  near_before: Generated<string | null>;
  name: string;
  maker: string;
  spec: string;
  unit: string;
  number: number;
  price_fen: number;
  /** The good's cost price when the order was placed, for staff alone; null where it was not known. */
  cost_fen: Generated<number | null>;
  amount_fen: number;
  manjian_fen: number;
  coupon_fen: number;
  /** The line's part of what its combination saves. */
  set_fen: Generated<number>;
  voucher_fen: Generated<number>;
  payable_fen: number;
  /** How the price came about (domain/promotions/explanation), as JSON. */
  explanation: ColumnType<Explanation | null, string | null | undefined, never>;
  /** Units that left the warehouse. */
  shipped: Generated<number>;
  /** Units that will never be sent, and are refunded. */
  short: Generated<number>;
  /** Units that came back, or were paid back without coming back. */
  returned: Generated<number>;
  refunded_fen: Generated<number>;
  /** The piece of its purchase's terms; null with them. */
  piece: Generated<number | null>;
  /** What of `refunded_fen` lowered the price of units that were kept, and of how many. */
  protection_fen: Generated<number>;
  protection_units: Generated<number>;
}

/** The lines of a company by good; the database writes one with each line. */
interface BoughtLinesTable {
  company_id: number;
  goods_id: number;
  order_id: number;
  line_id: number;
}

/** The gifts among the lines of a company; the database writes one with each. */
interface BoughtGiftsTable {
  company_id: number;
  line_id: number;
}

/** The batches allocated to a line, and the units of each that its buyer holds: `shipped + exchanged - returned`. */
interface LineBatchesTable {
  line_id: number;
  batch_id: number;
  number: number;
  shipped: Generated<number>;
  returned: Generated<number>;
  /** Units that exchanges and resends brought of this batch, less those that they stood for. */
  exchanged: Generated<number>;
}

interface OrderEventsTable {
  id: Generated<number>;
  order_id: number;
  at: number;
  text: string;
}

/** A paid order that waited for shipment when a purchase was placed, and so counted towards its free shipping. */
interface ShippingSupportsTable {
  purchase_id: number;
  order_id: number;
  amount_fen: number;
  /** What was withheld of the order's refunds because the purchase ships free no longer. */
  withheld_fen: Generated<number>;
}

export type CancelRequestState = 'waiting' | 'accepted' | 'refused' | 'withdrawn';

/** A buyer's request to cancel a paid order; one is pending at a time. */
interface CancelRequestsTable {
  id: Generated<number>;
  order_id: number;
  member_id: number;
  reason: string;
  state: Generated<CancelRequestState>;
  /** The announced refund, and the rest of what was paid. */
  amount_fen: Generated<number | null>;
  withheld_fen: Generated<number>;
  reply: Generated<string>;
  created_at: number;
  decided_at: number | null;
}
