import { describe, expect, it } from 'vitest';
import type { GoodsCard, Spike } from '#generated/schemas.ts';
import { saleAvailable, unitPrice } from '#shop/domain/goods-rules.ts';

const sale = (left: number, allowance: number | null): Spike => ({
  id: 1,
  price: 6,
  ends_at: 0,
  total: 100,
  sold: 100 - left,
  limit: 10,
  left,
  allowance,
  ordinary: 9,
});

type Priced = Pick<GoodsCard, 'price' | 'spike' | 'ladder_price' | 'ladder_price_type'>;

/** Only what the price depends on. */
const good = (priced: Partial<Priced>) =>
  ({ price: 10, spike: null, ladder_price: [], ladder_price_type: 2, ...priced }) as GoodsCard;

describe('what a buyer may have at the price of a sale', () => {
  it.each([
    [sale(30, 10), 10],
    [sale(4, 10), 4],
    [sale(30, 0), 0],
    [sale(30, null), 30],
    [sale(0, null), 0],
  ])('%o: %i', (spike, room) => {
    expect(saleAvailable(spike)).toBe(room);
  });
});

describe('the price of one unit', () => {
  it('is the sale’s for a quantity within it, and the ordinary one for all of a larger quantity', () => {
    const goods = good({ price: 6, spike: sale(30, 10) });
    expect(unitPrice(goods, 10)).toEqual({ price: 6, onSale: true });
    expect(unitPrice(goods, 11)).toEqual({ price: 9, onSale: false });
  });

  it('is the ladder’s once the sale does not hold, and without a sale', () => {
    const ladder_price = [
      { number: 1, price: 10 },
      { number: 20, price: 8 },
    ];
    expect(unitPrice(good({ spike: sale(30, 0), ladder_price }), 20)).toEqual({ price: 8, onSale: false });
    expect(unitPrice(good({ ladder_price }), 19)).toEqual({ price: 10, onSale: false });
    expect(unitPrice(good({}), 5)).toEqual({ price: 10, onSale: false });
  });

  it('is nobody’s to see where prices are hidden', () => {
    const hidden = { ...sale(30, null), price: null, ordinary: null };
    expect(unitPrice(good({ price: null, spike: hidden }), 1).price).toBeNull();
    expect(unitPrice(good({ price: null, spike: hidden }), 99).price).toBeNull();
  });
});
