import type { ProductDetail, ProductVariant } from '#engine/generated/schemas.ts';
import { fill } from '#engine/ui/fill.ts';

/** What is offered: the product's own terms, and those of the variant where it has any. */
export interface Offer {
  price: number | null;
  original: number | null;
  unit: string;
  /** Null where it is not known, or does not matter. */
  stock: number | null;
  /** Why it cannot be bought; null where it can. */
  notice: string | null;
  /** What is said of the stock. */
  stockText: string | null;
  min: number;
  step: number;
}

interface StockTexts {
  soldOut: string;
  low: string;
}

export function offerOf(
  product: ProductDetail,
  variant: ProductVariant | null,
  lowStock: number,
  texts: StockTexts,
): Offer {
  const { price = product.price, original_price: original = product.original_price } = variant ?? {};
  const { stock = product.stock ?? null, stock_text: text = product.stock_text } = variant ?? {};
  const { unit, min_quantity: min = 1, quantity_step: step = 1 } = product;
  const isShort = stock !== null && stock < min;
  return {
    price,
    original: original ?? null,
    unit: unit ?? '',
    stock,
    notice: product.buy_notice || variant?.buy_notice || (isShort ? texts.soldOut : null),
    stockText:
      text ||
      (stock !== null && stock <= lowStock && !isShort
        ? fill(texts.low, { n: stock, unit: unit ?? '' })
        : null),
    min,
    step,
  };
}
