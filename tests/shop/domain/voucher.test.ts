import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neededVouchers, type Voucher, voucherReduce, voucherRoom } from '#shop/domain/promotions/voucher.ts';

const voucher = (id: number, amount: number): Voucher => ({
  id,
  amount,
  startsAt: 0,
  endsAt: 100,
  used: false,
  void: false,
});

describe('vouchers that are chosen together', () => {
  const chosen = fc
    .array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 8 })
    .map((amounts) => amounts.map((amount, index) => voucher(index + 1, amount)));
  const limit = fc.integer({ min: 1, max: 20_000 });

  it('take off as much without those that are not needed, and less without any that is', () => {
    fc.assert(
      fc.property(chosen, limit, (vouchers, most) => {
        const needed = neededVouchers(vouchers, most);
        expect(voucherReduce(needed, most)).toBe(voucherReduce(vouchers, most));
        for (const one of needed) expect(voucherRoom(one, needed, most)).toBeGreaterThan(0);
      }),
    );
  });

  it('keep the large ones back first', () => {
    const three = [voucher(1, 1000), voucher(2, 2000), voucher(3, 5000)];
    expect(neededVouchers(three, 939).map(({ id }) => id)).toEqual([1]);
    expect(neededVouchers(three, 2500).map(({ id }) => id)).toEqual([1, 2]);
    expect(neededVouchers(three, 9000)).toEqual(three);
  });
});
