import { formatDate, formatDateTime, formatYuan } from './format.ts';

/** How a value that comes without its own block is shown: money in yuan, moments in seconds. */
export type DisplayKind = 'text' | 'money' | 'number' | 'date' | 'time';

const NUMBER = new Intl.NumberFormat('zh-CN');

/**
 * A value of an answer as text; nothing (null, undefined, an object) → ''.
 * A date may come as seconds or as `2028-07-31`, which stays as it is.
 */
export function displayValue(value: unknown, kind: DisplayKind): string {
  if (typeof value === 'number') return NUMERIC[kind](value);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '是' : '否';
  return '';
}

const NUMERIC: Record<DisplayKind, (value: number) => string> = {
  text: String,
  money: (value) => (value < 0 ? `-¥${formatYuan(-value)}` : `¥${formatYuan(value)}`),
  number: (value) => NUMBER.format(value),
  date: formatDate,
  time: formatDateTime,
};
