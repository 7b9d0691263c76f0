import { createNumbers } from '#engine/runtime/format/numbers.ts';
import { DAY, shopTime } from './calendar.ts';

/** Known without asking Intl, whose first use would hold up every page. */
const CHINESE = { decimal: '.', group: ',', lastGroup: 3, otherGroups: 3, groupedFrom: 4, isLatin: true };

const { amount } = createNumbers('zh-CN', CHINESE, { decimals: 2, unit: 'major' });

/** Yuan with two decimals, floored (spec §9), thousands separated: 1234.5 → `1,234.50`. No currency sign. */
export const formatYuan = (yuan: number): string => amount(yuan);

/** Fen with the currency sign: 123450 → `¥1,234.50`. */
export function formatFen(fen: number): string {
  return fen < 0 ? `-¥${formatYuan(-fen / 100)}` : `¥${formatYuan(fen / 100)}`;
}

/** 10-digit seconds → `2026-11-01` in shop time. */
export function formatDate(seconds: number): string {
  return shopTime(seconds).slice(0, 10);
}

/** 10-digit seconds → `2026-11-01 09:30:00` in shop time. */
export function formatDateTime(seconds: number): string {
  return shopTime(seconds).replace('T', ' ');
}

/** A span in seconds as clock parts for a countdown; nothing below zero. */
export function splitSpan(seconds: number): {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
} {
  const left = Math.max(0, Math.floor(seconds));
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
