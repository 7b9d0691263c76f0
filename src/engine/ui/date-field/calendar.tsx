import ChevronLeft from '@lucide/icons/icons/chevron-left';
import ChevronRight from '@lucide/icons/icons/chevron-right';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { useTexts } from '../texts.ts';
import styles from './date-field.module.css';
import { addDays, addMonths, weekdayOf, weeksOf } from './days.ts';
import type { DayRange } from './ranges.ts';

export interface CalendarProps {
  /** The day that has the focus at first. */
  start: string;
  today: string;
  /** Marked as chosen; the same day twice for one day, null for none. */
  chosen: DayRange | null;
  /** `2026-11` in the words of the site. */
  monthName: (month: string) => string;
  onChoose: (day: string) => void;
}

/** How far a key moves from a day. */
const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A month as a grid, after the pattern of the ARIA practices: one day is in the tab order, keys move from it. */
export default function Calendar({ start, today, chosen, monthName, onChoose }: CalendarProps) {
  const words = useTexts().dates;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [day, setDay] = useState(start);
  const [moved, setMoved] = useState(0);
  // At first, and after a key: a press on 下个月 leaves the focus on its button.
  useEffect(() => {
    if (moved >= 0) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [moved]);

  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    setDay(move(day));
    setMoved(moved + 1);
  }
  const month = day.slice(0, 7);
  return (
    <div>
      <div className={styles['head']}>
        <IconButton
          size="sm"
          label={words.previousMonth}
          icon={<Icon of={ChevronLeft} />}
          onClick={() => setDay(addMonths(day, -1))}
        />
        <span id={id} className={styles['month']} aria-live="polite">
          {monthName(month)}
        </span>
        <IconButton
          size="sm"
          label={words.nextMonth}
          icon={<Icon of={ChevronRight} />}
          onClick={() => setDay(addMonths(day, 1))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what the ARIA practices make a grid of days of */}
      <table ref={grid} className={styles['grid']} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {words.weekdays.split(' ').map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    className={cx(
                      styles['day'],
                      !one.startsWith(month) && styles['other'],
                      one === today && styles['today'],
                      chosen && chosen[0] <= one && one <= chosen[1] && styles['within'],
                      chosen?.includes(one) && styles['chosen'],
                    )}
                    aria-label={one}
                    aria-pressed={chosen?.includes(one) ?? false}
                    aria-current={one === today ? 'date' : undefined}
                    tabIndex={one === day ? 0 : -1}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
