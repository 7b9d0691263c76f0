import type { DayWords } from '#engine/ui/date-field/date-field.tsx';
import { useFormats } from './use-formats.ts';

/** Today where the shop is, and how it writes a month. */
export function useDayWords(): DayWords {
  const { isoDate, calendar } = useFormats();
  return { today: () => isoDate(Date.now() / 1000), monthName: calendar };
}
