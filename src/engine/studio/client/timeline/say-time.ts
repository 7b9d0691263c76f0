import { writeMoment } from '#engine/compiler/schedule/local-time.ts';
import { showMoment } from '#engine/compiler/schedule/show.ts';
import type { Window } from '#engine/compiler/schedule/window.ts';
import { DAY, HOUR, MINUTE, toWall } from './wall-time.ts';

const WEEKDAYS = '日一二三四五六';

export const weekdayOf = (wall: number): string => `周${WEEKDAYS.charAt(new Date(wall).getUTCDay())}`;

/** `2026-12-12 周六 00:00`, in the shop's time zone. */
export function sayMoment(moment: number, zone: string): string {
  const [day = '', time = ''] = showMoment(moment, zone).split(' ');
  return `${day} ${weekdayOf(toWall(moment, zone))} ${time}`;
}

/** `3 天 4 小时`; the parts that are zero are left out. */
export function sayLength(length: number): string {
  const parts: [count: number, unit: string][] = [
    [Math.floor(length / DAY), '天'],
    [Math.floor((length % DAY) / HOUR), '小时'],
    [Math.floor((length % HOUR) / MINUTE), '分'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `2026-12-10 周四 00:00 至 2026-12-13 周日 00:00，3 天`; an open end is named as such. */
export function sayWindow({ from, until }: Window, zone: string): string {
  const start = Number.isFinite(from) ? sayMoment(from, zone) : '一直以来';
  const end = Number.isFinite(until) ? sayMoment(until, zone) : '以后一直';
  const length = Number.isFinite(until - from) ? `，${sayLength(until - from)}` : '';
  return `${start} 至 ${end}${length}`;
}

/** `Asia/Shanghai（UTC+08:00）`, as it is at a moment. */
export const sayZone = (moment: number, zone: string): string =>
  `${zone}（UTC${writeMoment(moment, zone).slice(-6)}）`;
