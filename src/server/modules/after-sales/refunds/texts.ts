import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';

/** Message for a negative refund: the remaining goods would lose more than the refund. `refund` in fen. */
export function negativeRefundText(refund: number): string {
  return `去掉这些后，留下的商品少享的优惠与包邮比这次能退的还多 ${formatFen(-refund)}，请把它们一起退`;
}

/** Refuses a negative refund. */
export function refuseNegativeRefund(refund: number): Refused {
  return refuse('invalid', { message: negativeRefundText(refund) });
}

/** The row of a refund's breakdown with the amount that is withheld or released; none for 0. `withheld` in fen. */
export function withheldRow(
  withheld: number,
): { id: string; label: string; amount: number; strong: boolean }[] {
  if (withheld === 0) return [];
  const label = withheld > 0 ? '扣除：留下的商品因此少享的优惠与包邮' : '退回此前扣除的优惠';
  return [{ id: 'withheld', label, amount: toYuan(-withheld), strong: false }];
}
