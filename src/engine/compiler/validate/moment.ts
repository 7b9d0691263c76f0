import type { Text } from '../offense.ts';

const WRITTEN =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** The shop's time zone, proposed where none is written. */
const ZONE = '+08:00';

const two = (value: number) => String(value).padStart(2, '0');

/** Why a text is no date-time: a day that the month does not have, an hour past 23, a missing time zone. */
export function momentFault(text: string): { message: Text; hint: Text } {
  const match = WRITTEN.exec(text.trim());
  if (match === null) return { message: NO_MOMENT, hint: LIKE };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(numberOf);
  const impossible = impossibleIn(year, month, day, hour, minute, second);
  if (impossible !== undefined) return impossible;
  const zone = match[7];
  const whole = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${zone ?? ZONE}`;
  const hint = { zh: `写成 ${whole}。`, en: `Write ${whole}.` };
  if (match[4] === undefined)
    return {
      message: {
        zh: `${text} 只有日期，还要写时间和时区`,
        en: `${text} is only a date; time and zone are missing`,
      },
      hint,
    };
  return zone === undefined
    ? { message: { zh: '时间要带时区', en: 'the zone of the time is missing' }, hint }
    : { message: NO_MOMENT, hint };
}

const numberOf = (text: string | undefined) => Number(text ?? 0);

const NO_MOMENT: Text = { zh: '时间的写法不对', en: 'not written as a time' };

const LIKE: Text = {
  zh: '写成 2026-11-01T00:00:00+08:00 的样子：日期、T、时间、时区。',
  en: 'Write it like 2026-11-01T00:00:00+08:00: date, T, time, zone.',
};

function impossibleIn(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): { message: Text; hint: Text } | undefined {
  if (month < 1 || month > 12)
    return {
      message: { zh: `没有 ${month} 月`, en: `there is no month ${month}` },
      hint: { zh: '月份是 01 至 12。', en: 'Months are 01 to 12.' },
    };
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > last)
    return {
      message: {
        zh: `${year} 年 ${month} 月没有 ${day} 日`,
        en: `${year}-${two(month)} has no day ${day}`,
      },
      hint: { zh: `这个月到 ${last} 日为止。`, en: `Its last day is ${last}.` },
    };
  if (hour > 23)
    return {
      message: { zh: `没有 ${hour} 点`, en: `there is no hour ${hour}` },
      hint: {
        zh: '一天是 00:00 至 23:59；当天结束写第二天的 00:00:00。',
        en: 'A day runs from 00:00 to 23:59; its end is 00:00:00 of the next one.',
      },
    };
  if (minute > 59 || second > 59)
    return {
      message: {
        zh: minute > 59 ? `没有 ${minute} 分` : `没有 ${second} 秒`,
        en: minute > 59 ? `there is no minute ${minute}` : `there is no second ${second}`,
      },
      hint: { zh: '分和秒是 00 至 59。', en: 'Minutes and seconds are 00 to 59.' },
    };
  return undefined;
}
