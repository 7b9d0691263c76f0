import { useState } from 'react';
import type { Outcome } from '#engine/runtime/outcome.ts';
import type { CartLineToAdd, GoodsCard } from '#generated/schemas.ts';
import { lineToAdd, stepperBounds } from '../domain/goods-rules.ts';

interface Line {
  goods_id: number;
  number: number;
  ck_id: number;
  /** As the cart takes it. */
  line: CartLineToAdd;
}

export type AddToCart = ReturnType<typeof useAddToCart>;

/** What stands beside a good that can be bought: its stepper's quantity and bounds, and the way into the cart. */
export function useAddToCart(goods: GoodsCard, add: ((line: Line) => Promise<Outcome>) | undefined) {
  const bounds = stepperBounds(goods);
  const [chosen, setQuantity] = useState<number | null>(null);
  const quantity = chosen ?? bounds.min;
  const [busy, setBusy] = useState(false);
  return {
    bounds,
    number: quantity,
    setNumber: setQuantity,
    busy,
    add: async () => {
      setBusy(true);
      const line = lineToAdd(goods, quantity);
      await add?.({ goods_id: goods.id, number: quantity, ck_id: goods.ck_id, line });
      setBusy(false);
    },
  };
}
