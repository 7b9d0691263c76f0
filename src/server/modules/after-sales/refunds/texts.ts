import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';

/** Why nothing goes back although something should: what stays would lose more by it. `refund` in fen, below zero. */
export function negativeRefundText(refund: number): string {
  return `去掉这些后，留下的商品少享的优惠与包邮比这次能退的还多 ${formatFen(-refund)}，请把它们一起退`;
}

/** Refuses such a refund. */
export function refuseNegativeRefund(refund: number): Refused {
  return refuse('invalid', { message: negativeRefundText(refund) });
}

/** One row of what a refund is made of: what of the goods' price is kept, or released again. `withheld` in fen. */
export function withheldRow(
  withheld: number,
): { id: string; label: string; amount: number; strong: boolean }[] {
  if (withheld === 0) return [];
  const label = withheld > 0 ? '扣除：留下的商品因此少享的优惠与包邮' : '退回此前扣除的优惠';
  return [{ id: 'withheld', label, amount: toYuan(-withheld), strong: false }];
}
