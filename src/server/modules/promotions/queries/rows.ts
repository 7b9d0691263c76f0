import type { Promotion } from '#shop/domain/promotions/promotion.ts';

/** A promotion as it is stored, whichever company looks at it. */
export interface PromotionRow {
  id: number;
  kind: string;
  name: string;
  starts_at: number;
  ends_at: number;
  everything: boolean;
  rule: unknown;
  stock: number | null;
  sold: number;
  member_limit: number | null;
}

/** An offer as it is stored. */
export interface OfferRow {
  id: number;
  goods_id: number;
  /** Of the good. */
  name: string;
  role: 'goods' | 'gift' | 'exchange';
  price_fen: number | null;
  number: number;
  stock: number | null;
  sold: number;
  member_limit: number | null;
}

/** What is selected of an offer: of `promotion_goods AS offer`, and of the good. */
export const OFFER_COLUMNS = [
  'offer.promotion_id',
  'offer.id',
  'offer.goods_id',
  'goods.name',
  'offer.role',
  'offer.price_fen',
  'offer.number',
  'offer.stock',
  'offer.sold',
  'offer.member_limit',
] as const;

/** `taken`: units that the company's live orders use. */
interface Taken {
  taken: number;
}

/** A promotion with what is left of it for one company. */
export function promotionOf(
  row: PromotionRow & Taken & { offers: readonly (OfferRow & Taken)[] },
): Promotion {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    everything: row.everything,
    rule: row.rule,
    ...limitsOf(row),
    offers: row.offers.map((offer) => ({
      id: offer.id,
      goodsId: offer.goods_id,
      name: offer.name,
      role: offer.role,
      price: offer.price_fen,
      quantity: offer.number,
      ...limitsOf(offer),
    })),
  };
}

/** What is left of a stock, and of a company's limit. */
function limitsOf(row: {
  stock: number | null;
  sold: number;
  member_limit: number | null;
  taken: number;
}): Pick<Promotion, 'left' | 'allowance'> {
  return {
    left: row.stock === null ? null : row.stock - row.sold,
    allowance: row.member_limit === null ? null : Math.max(0, row.member_limit - row.taken),
  };
}
