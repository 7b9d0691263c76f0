import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asClaimKind,
  CLAIM_KIND,
  CLAIM_STATE,
  claimStateText,
  kindsOf,
  nextClaimState,
  refundFor,
} from '#shop/domain/claim.ts';

describe('claims', () => {
  it('pass their steps in order and end', () => {
    const way = (kind: (typeof CLAIM_KIND)[keyof typeof CLAIM_KIND]) => {
      const texts: string[] = [];
      for (let state: ReturnType<typeof nextClaimState> = CLAIM_STATE.reviewing; state !== null; ) {
        texts.push(claimStateText(kind, state));
        state = nextClaimState(kind, state);
      }
      return texts;
    };
    expect(way(CLAIM_KIND.returnGoods)).toEqual(['待审核', '待寄回', '待验收', '待退款', '已完成']);
    expect(way(CLAIM_KIND.refundOnly)).toEqual(['待审核', '待退款', '已完成']);
    expect(way(CLAIM_KIND.papers)).toEqual(['待审核', '待补资料', '已完成']);
    expect(nextClaimState(CLAIM_KIND.refusal, CLAIM_STATE.withdrawn)).toBeNull();
  });

  it('belong to one family', () => {
    expect(asClaimKind(14, 'return')).toBeNull();
    expect(asClaimKind(14, 'after_sales')).toBe(CLAIM_KIND.priceProtection);
    expect([...kindsOf('return'), ...kindsOf('after_sales')]).toEqual(Object.values(CLAIM_KIND));
  });

  it('give back exactly what was paid, in whatever parts the units come', () => {
    const lines = fc.record({
      payable: fc.integer({ min: 0, max: 10_000_000 }),
      parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(lines, ({ payable, parts }) => {
        const number = parts.reduce((sum, part) => sum + part, 0);
        let [returned, refunded] = [0, 0];
        for (const part of parts) {
          const amount = refundFor({ quantity: number, short: 0, returned, payable, refunded }, part);
          expect(amount).toBeGreaterThanOrEqual(0);
          returned += part;
          refunded += amount;
        }
        expect(refunded).toBe(payable);
      }),
      { numRuns: 200 },
    );
  });
});
