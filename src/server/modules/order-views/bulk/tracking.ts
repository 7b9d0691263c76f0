import { type Refused, refuseField } from '../../../kernel/result/answer.ts';

const TRACKING_NO = /^[A-Za-z0-9-]{5,40}$/;

/** The tracking number of an order by its order number; undefined where none was written. */
export type TrackingOf = (orderNo: string) => string | undefined;

/**
 * Reads pasted tracking numbers: `订单号 运单号` in a line each, apart by blanks, tabs or commas, or one number alone for
 * all orders, such as that of the shop's own van.
 */
export function parseTracking(text: string): TrackingOf | Refused {
  const lines = text
    .split('\n')
    .map((line) => line.split(/[\s,，;；]+/).filter(Boolean))
    .filter((parts) => parts.length > 0);
  const [first = []] = lines;
  if (lines.length === 0) return refuseField('tracking', '请填写运单号');
  const wrong = lines.find((parts) => !TRACKING_NO.test(parts.at(-1) ?? ''));
  if (wrong) return refuseField('tracking', `“${wrong.join(' ')}”里没有运单号：5 到 40 位字母、数字或短横`);
  const [only] = first;
  if (lines.length === 1 && first.length === 1) return () => only;
  const unclear = lines.find((parts) => parts.length !== 2);
  if (unclear) return refuseField('tracking', `“${unclear.join(' ')}”要写成：订单号 运单号`);
  const numbers = new Map(lines.map(([no = '', tracking = '']) => [no, tracking]));
  return (no) => numbers.get(no);
}
