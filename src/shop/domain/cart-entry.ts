import type { Ladder } from './ladder.ts';
import type { Fen } from './money.ts';
import type { SetPart } from './promotions/effect.ts';
import type { Promotion } from './promotions/promotion.ts';
import type { ShippingRules } from './shipping.ts';

/** One line of a cart with all that its figures depend on. Quantities in the good's unit, money in fen. */
export interface CartEntry {
  id: number;
  /** spec §3: 0 plain, 1 flash sale, 3 combination or exchange. */
  type: number;
  quantity: number;
  selected: boolean;
  goodsId: number;
  /** The warehouse that it ships from. */
  warehouseId: number;
  unit: string;
  /** The price for everybody, and the company's own. */
  listPrice: Fen;
  basePrice: Fen;
  ladder: Ladder;
  /** Type 3: the combination or exchange. */
  promotionId: number | null;
  /** The full reduction that the buyer chose, where the good is in several. */
  manjianId: number | null;
  /** Type 3 as a set: the goods of one. */
  parts: readonly CartPart[];
  purchasable: boolean;
  /** Units in the warehouse, before any line of the cart took some. */
  stock: number;
  hm: boolean;
  controlled: boolean;
  /** 优选: shipped under terms of its own. */
  isYx: boolean;
  /** From this quantity on it ships free by itself; `null`: never, as a set, whose quantity counts sets. */
  dpbyNumber: number | null;
}

/** A good of a set, with what the warehouse has of it. */
export interface CartPart extends SetPart {
  stock: number;
}

/** What the warehouses have of goods that are given with others. */
export interface GiftStock {
  goodsId: number;
  warehouseId: number;
  stock: number;
}

/** What the prices of a cart depend on beside its lines; `now` in seconds. */
export interface CartTerms {
  promotions: readonly Promotion[];
  giftStock: readonly GiftStock[];
  shipping: ShippingRules;
  /** A coupon is used: the prices that exclude coupons by the storewide factor give way (domain §3). */
  couponed: boolean;
  now: number;
}

/** The key of a stock: a good in a warehouse. */
export function stockKey({ goodsId, warehouseId }: { goodsId: number; warehouseId: number }): string {
  return `${goodsId}/${warehouseId}`;
}

/** What a line takes from the stock. */
export function stockDemand(
  entry: Pick<CartEntry, 'goodsId' | 'warehouseId' | 'quantity' | 'parts' | 'stock'>,
): { key: string; quantity: number; stock: number }[] {
  const { warehouseId, quantity } = entry;
  if (entry.parts.length === 0) return [{ key: stockKey(entry), quantity, stock: entry.stock }];
  return entry.parts.map((part) => ({
    key: stockKey({ goodsId: part.goodsId, warehouseId }),
    quantity: part.quantity * quantity,
    stock: part.stock,
  }));
}
