import { DAY, dayStart, shopTime } from '#shop/domain/calendar.ts';

/** When a demo activity is: days from the first start, or days of the calendar (`12-10`). */
export interface ActivityPeriod {
  name: string;
  from: number | string;
  until: number | string;
  /** Of days of the calendar: the next time that has not begun, or the last that is over. */
  when?: 'next' | 'last';
}

export interface Dates {
  name: string;
  startsAt: number;
  endsAt: number;
}

const SEASONS = ['冬季', '春季', '夏季', '秋季'] as const;

/** 春季 is from March to May. */
export const seasonOf = (month: number): string => SEASONS[Math.floor((month % 12) / 3)] ?? '';

/** An activity's dates, and its name with the year and season in which it begins. */
export function datesOf({ name, from, until, when }: ActivityPeriod, now: number): Dates {
  const { startsAt, endsAt } =
    typeof from === 'number' && typeof until === 'number'
      ? { startsAt: now + from * DAY, endsAt: now + until * DAY }
      : occurrence({ from: String(from), until: String(until), when }, now);
  const [year = '', month = ''] = shopTime(startsAt).split('-');
  return {
    name: name.replace('{year}', year).replace('{season}', seasonOf(Number(month))),
    startsAt,
    endsAt,
  };
}

interface Yearly {
  from: string;
  until: string;
  when: ActivityPeriod['when'];
}

function occurrence({ from, until, when }: Yearly, now: number): Omit<Dates, 'name'> {
  const thisYear = Number(shopTime(now).slice(0, 4));
  const times = [-1, 0, 1].map((offset) => ({
    startsAt: dayStart(`${thisYear + offset}-${from}`) ?? Number.NaN,
    endsAt: dayStart(`${thisYear + offset}-${until}`) ?? Number.NaN,
  }));
  const found =
    when === 'last'
      ? times.findLast(({ endsAt }) => endsAt <= now)
      : times.find(({ startsAt }) => startsAt > now);
  if (!found) throw new Error(`no time from ${from} until ${until}`);
  return found;
}
