import { useId } from 'react';
import DateField from '#engine/ui/date-field/date-field.tsx';
import { clockText } from '../../text/moments.ts';

/** The zone and the language in which the shop tells time. */
export interface ShopClock {
  timeZone: string;
  locale: string;
}

interface MomentFieldProps {
  clock: ShopClock;
  label: string;
  /** `2026-11-01T09:30` on the shop's clock. */
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (value: string) => void;
}

/** A date and time on the shop's clock. */
export function MomentField({ clock, label, value, error, hint, onChange }: MomentFieldProps) {
  const id = useId();
  const months = new Intl.DateTimeFormat(clock.locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const words = {
    today: () => clockText(Date.now() / 1000, clock.timeZone).slice(0, 10),
    monthName: (month: string) => months.format(Date.parse(`${month}-01T00:00:00Z`)),
  };
  const said = [hint, `时区 ${clock.timeZone}`].filter((part) => part !== undefined).join('；');
  return (
    <DateField
      timed
      required
      name={id}
      words={words}
      label={label}
      value={value}
      error={error}
      hint={said}
      onChange={onChange}
    />
  );
}
