import type { Explanation as ExplanationEntity } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Explanation } from '#shop/domain/promotions/explanation.ts';

/** How a price came about, as the API answers it (schemas/shop/entities/explanation): in yuan. */
export function explanationAnswer({ base, number, steps, missed, total }: Explanation): ExplanationEntity {
  return {
    base: toYuan(base),
    number,
    steps: steps.map(({ kind, label, promotionId, price, amount }) => ({
      kind,
      label,
      promotion_id: promotionId,
      price: price === null ? null : toYuan(price),
      amount: toYuan(amount),
    })),
    missed: missed.map(({ kind, label, promotionId, reason }) => ({
      kind,
      label,
      promotion_id: promotionId,
      reason,
    })),
    total: toYuan(total),
  };
}
