import type { PageSchedule } from '#engine/generated/schemas.ts';
import type { Text } from '../offense.ts';
import { localTime } from './local-time.ts';
import type { Window } from './window.ts';

/** A moment (ms) in the shop's time zone: `2026-11-01 00:00`, with seconds where they are not zero. */
export const showMoment = (moment: number, timeZone: string): string =>
  localTime(moment, timeZone).replace(/:00$/, '');

/** `2026-11-01 00:00 至 2026-11-12 00:00`; an open end is named as such. */
export function showWindow({ from, until }: Window, timeZone: string): Text {
  const bounds = (open: Text, moment: number): Text => {
    if (!Number.isFinite(moment)) return open;
    const shown = showMoment(moment, timeZone);
    return { zh: shown, en: shown };
  };
  const start = bounds({ zh: '一直以来', en: 'always' }, from);
  const end = bounds({ zh: '以后一直', en: 'for good' }, until);
  return { zh: `${start.zh} 至 ${end.zh}`, en: `${start.en} to ${end.en}` };
}

/** Where a page redirects to while it is closed, as declared: `，开始前转到 /warmup，结束后转到 /ended`. */
export function showClosedTargets({ before, after }: Pick<PageSchedule, 'before' | 'after'>): Text {
  const early = before === undefined ? [] : [{ zh: `开始前转到 ${before}`, en: `before that to ${before}` }];
  const late = after === undefined ? [] : [{ zh: `结束后转到 ${after}`, en: `after that to ${after}` }];
  const parts = [...early, ...late];
  return {
    zh: parts.map(({ zh }) => `，${zh}`).join(''),
    en: parts.map(({ en }) => `, ${en}`).join(''),
  };
}
