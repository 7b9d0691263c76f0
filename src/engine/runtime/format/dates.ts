import type { SiteConfig } from '#engine/generated/schemas.ts';

/** How a site writes days and moments, which are 10-digit seconds. */
export interface Dates {
  /** `2026-11-01`, `1 Nov 2026` */
  date: (seconds: number) => string;
  /** Without its year: `11-01`, `1 Nov`. */
  dayOfYear: (seconds: number) => string;
  /** `2026-11-01 09:30:00`, `1 Nov 2026, 09:30:00` */
  time: (seconds: number) => string;
  /** To the minute: `2026-11-01 09:30`. */
  minute: (seconds: number) => string;
  /** A day or month that comes as `2026-11-01` or `2026-11`; any other text stays as it is. */
  calendar: (text: string) => string;
}

/** 10-digit seconds -> what the clock of a zone shows: `2026-11-01T09:30:00`. */
export type Clock = (seconds: number) => string;

type Settings = Pick<SiteConfig, 'locale' | 'timeZone' | 'dates'>;

/** @param clock of the site's time zone */
export const createDates = (settings: Settings, clock: Clock): Dates =>
  settings.dates === 'iso' ? isoDates(clock) : localDates(settings, settings.dates);

function isoDates(clock: Clock): Dates {
  const shown = (seconds: number) => clock(seconds).replace('T', ' ');
  return {
    date: (seconds) => shown(seconds).slice(0, 10),
    dayOfYear: (seconds) => shown(seconds).slice(5, 10),
    time: shown,
    minute: (seconds) => shown(seconds).slice(0, 16),
    calendar: (text) => text,
  };
}

const MONTHS = { short: '2-digit', medium: 'short', long: 'long' } as const;

const CALENDAR = /^\d{4}-\d\d(-\d\d)?$/;

function localDates({ locale, timeZone }: Settings, dateStyle: Exclude<Settings['dates'], 'iso'>): Dates {
  const month = MONTHS[dateStyle];
  /* A calendar's day is the same day everywhere. */
  const whole = formatter(locale, { timeZone: 'UTC', dateStyle });
  const months = formatter(locale, { timeZone: 'UTC', month, year: 'numeric' });
  return {
    date: formatter(locale, { timeZone, dateStyle }),
    dayOfYear: formatter(locale, { timeZone, month, day: 'numeric' }),
    time: formatter(locale, { timeZone, dateStyle, timeStyle: 'medium' }),
    minute: formatter(locale, { timeZone, dateStyle, timeStyle: 'short' }),
    calendar(text) {
      const [known, day] = CALENDAR.exec(text) ?? [];
      const seconds = Date.parse(text) / 1000;
      if (known === undefined || Number.isNaN(seconds)) return text;
      return day === undefined ? months(seconds) : whole(seconds);
    },
  };
}

/** Made when it is first needed: such a format is costly, and few pages show all kinds. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (seconds) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    /* Engines disagree about the kind of space before AM; what the server wrote must be what the browser writes. */
    return format.format(seconds * 1000).replaceAll('\u202f', ' ');
  };
}
