import { momentFault } from '#engine/compiler/validate/moment.ts';
import { UsageError } from './arguments.ts';

const DAY = 86_400;

/** The offset of the shop's time zone from UTC, in seconds. */
const SHOP = 8 * 3600;

/** Words for a day, and how many days from today it is. */
const DAYS: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  yesterday: -1,
  今天: 0,
  today: 0,
  明天: 1,
  tomorrow: 1,
  后天: 2,
};

const two = (text: string | undefined) => (text ?? '0').padStart(2, '0');

/**
 * A moment as people write it on the command line -> seconds since 1970: `现在`, `明天 10:00`, `12-12`, `12月12日 8点`,
 * `2026-11-11`, `2026/11/11 8:00`, ten digits of seconds, or an ISO time. Without a time zone it is the shop's, without a year
 * the one in which that day comes next. Throws `UsageError`, saying what is wrong.
 */
export function readMoment(text: string, now: number): number {
  const written = text.trim();
  if (written === '现在' || written === 'now') return now;
  if (/^\d{10}$/.test(written)) return Number(written);
  const iso = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(written);
  const whole = iso ? written : inFull(written, now);
  const fault = whole === undefined ? undefined : momentFault(whole);
  const parsed = whole === undefined ? Number.NaN : Date.parse(whole);
  if (!Number.isNaN(parsed) && isReal(whole ?? '')) return Math.floor(parsed / 1000);
  const why =
    fault === undefined || whole === undefined
      ? '看不懂这个时间 / not a time'
      : `${fault.message.zh} / ${fault.message.en}`;
  throw new UsageError(
    `--at ${text}：${why}\n  可以写 / such as: 2026-12-12, '2026-12-12 10:00', 12-12, 明天, '明天 10:00', 2026-12-12T10:00:00+08:00`,
  );
}

/** `Date.parse` takes 30 February for 2 March. */
function isReal(whole: string): boolean {
  const [year = 0, month = 0, day = 0] = whole.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** The ISO form of a day with or without a time, both as people write them; undefined when it is neither. */
function inFull(text: string, now: number): string | undefined {
  const [, day = '', time = ''] = /^(\S+?)(?:[T\s]+(\S.*))?$/.exec(text) ?? [];
  const date = dateOf(day, now);
  const clock = clockOf(time);
  return date === undefined || clock === undefined ? undefined : `${date}T${clock}+08:00`;
}

function dateOf(text: string, now: number): string | undefined {
  const today = (days: number) => new Date((now + SHOP + days * DAY) * 1000).toISOString().slice(0, 10);
  const days = DAYS[text.toLowerCase()];
  if (days !== undefined) return today(days);
  const match = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})[日号]?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  const rest = `${two(month)}-${two(day)}`;
  if (year !== undefined) return `${year}-${rest}`;
  const thisYear = Number(today(0).slice(0, 4));
  return `${today(0).slice(5) > rest ? thisYear + 1 : thisYear}-${rest}`;
}

function clockOf(text: string): string | undefined {
  if (text === '') return '00:00:00';
  const match = /^(\d{1,2})(?:[:：](\d{1,2})(?::(\d{1,2}))?|[点时](?:(\d{1,2})分?)?)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, hour, minute, second, spoken] = match;
  return `${two(hour)}:${two(minute ?? spoken)}:${two(second)}`;
}
