import { localTime } from '#engine/compiler/schedule/local-time.ts';
import { momentFault } from '#engine/compiler/validate/moment.ts';
import { fromLocalTime } from '#engine/runtime/format/zone.ts';
import { UsageError } from './arguments.ts';

const DAY = 86_400_000;

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
export function readMoment(text: string, now: number, timeZone: string): number {
  const written = text.trim();
  if (written === '现在' || written === 'now') return now;
  if (/^\d{10}$/.test(written)) return Number(written);
  const iso = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(written);
  const whole = iso ? written : inFull(written, localTime(now * 1000, timeZone).slice(0, 10));
  const fault = whole === undefined ? undefined : momentFault(iso ? whole : `${whole}Z`);
  const parsed = iso ? Date.parse(written) / 1000 : fromLocalTime(whole ?? '', timeZone);
  if (!Number.isNaN(parsed) && isReal(whole ?? '')) return Math.floor(parsed);
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

/** A day with or without a time, both as people write them -> `2026-11-01T09:30:00`; undefined when it is neither. */
function inFull(text: string, today: string): string | undefined {
  const [, day = '', time = ''] = /^(\S+?)(?:[T\s]+(\S.*))?$/.exec(text) ?? [];
  const date = dateOf(day, today);
  const clock = clockOf(time);
  return date === undefined || clock === undefined ? undefined : `${date}T${clock}`;
}

function dateOf(text: string, today: string): string | undefined {
  const days = DAYS[text.toLowerCase()];
  if (days !== undefined) return new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
  const match = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})[日号]?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  const rest = `${two(month)}-${two(day)}`;
  if (year !== undefined) return `${year}-${rest}`;
  const thisYear = Number(today.slice(0, 4));
  return `${today.slice(5) > rest ? thisYear + 1 : thisYear}-${rest}`;
}

function clockOf(text: string): string | undefined {
  if (text === '') return '00:00:00';
  const match = /^(\d{1,2})(?:[:：](\d{1,2})(?::(\d{1,2}))?|[点时](?:(\d{1,2})分?)?)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, hour, minute, second, spoken] = match;
  return `${two(hour)}:${two(minute ?? spoken)}:${two(second)}`;
}
