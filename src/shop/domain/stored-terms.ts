import type { CartEntry, CartPart, CartTerms, GiftStock } from './cart-entry.ts';
import type { Offer, Promotion } from './promotions/promotion.ts';
import type { PurchasePiece, PurchaseTerms } from './purchase-terms.ts';

/** A type as it is stored: a quantity is its `number`. */
type Stored<T extends { quantity: number }> = Omit<T, 'quantity'> & { number: number };

/** A type as it is stored: a warehouse is its `place`. */
type StoredWarehouse<T extends { warehouseId: number }> = Omit<T, 'warehouseId'> & { place: number };

type StoredEntry = StoredWarehouse<Stored<Omit<CartEntry, 'parts'>>> & { parts: readonly Stored<CartPart>[] };
type StoredPromotion = Omit<Promotion, 'offers'> & { offers: readonly Stored<Offer>[] };
type StoredCartTerms = Omit<CartTerms, 'promotions' | 'giftStock'> & {
  promotions: readonly StoredPromotion[];
  giftStock: readonly StoredWarehouse<GiftStock>[];
};

/**
 * The terms of a purchase as `purchases.terms` holds them. These names are a storage format: rows written by
 * earlier versions have them, so they do not change with the names in the code.
 */
export type StoredTerms = Omit<PurchaseTerms, 'entries' | 'giftEntries' | 'cart' | 'pieces'> & {
  entries: readonly StoredEntry[];
  giftEntries: readonly StoredEntry[];
  cart: StoredCartTerms;
  pieces: readonly Stored<PurchasePiece>[];
};

/** The terms of a purchase, ready for JSON. */
export function storedTerms(terms: PurchaseTerms): StoredTerms {
  const { promotions, giftStock } = terms.cart;
  return {
    ...terms,
    entries: terms.entries.map(storedEntry),
    giftEntries: terms.giftEntries.map(storedEntry),
    cart: {
      ...terms.cart,
      promotions: promotions.map((one) => ({ ...one, offers: one.offers.map(withNumber) })),
      giftStock: giftStock.map(withPlace),
    },
    pieces: terms.pieces.map(withNumber),
  };
}

/** The terms of a purchase, as {@link storedTerms} stored them. */
export function restoredTerms(stored: StoredTerms): PurchaseTerms {
  const { promotions, giftStock } = stored.cart;
  return {
    ...stored,
    entries: stored.entries.map(restoredEntry),
    giftEntries: stored.giftEntries.map(restoredEntry),
    cart: {
      ...stored.cart,
      promotions: promotions.map((one) => ({ ...one, offers: one.offers.map(withQuantity) })),
      giftStock: giftStock.map(withWarehouse),
    },
    pieces: stored.pieces.map(withQuantity),
  };
}

function storedEntry({ parts, ...entry }: CartEntry): StoredEntry {
  return { ...withPlace(withNumber(entry)), parts: parts.map(withNumber) };
}

function restoredEntry({ parts, ...entry }: StoredEntry): CartEntry {
  return { ...withWarehouse(withQuantity(entry)), parts: parts.map(withQuantity) };
}

function withNumber<T extends { quantity: number }>({ quantity, ...rest }: T) {
  return { ...rest, number: quantity };
}

function withQuantity<T extends { number: number }>({ number, ...rest }: T) {
  return { ...rest, quantity: number };
}

function withPlace<T extends { warehouseId: number }>({ warehouseId, ...rest }: T) {
  return { ...rest, place: warehouseId };
}

function withWarehouse<T extends { place: number }>({ place, ...rest }: T) {
  return { ...rest, warehouseId: place };
}
