import CalendarDays from '@lucide/icons/icons/calendar-days';
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import box from '../field/control.module.css';
import { Field, type FieldTexts, noteId } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import { onPress } from '../late/on-press.tsx';
import { useTexts } from '../texts.ts';
import styles from './date-field.module.css';
import { isDay, readTyped } from './days.ts';
import { placeBelow } from './place-below.ts';

const DatePanel = onPress(() => import('./date-panel.tsx'));

/** What a field of days asks of the site. */
export interface DayWords {
  today: () => string;
  /** `2026-11` in the words of the site. */
  monthName: (month: string) => string;
}

/** One text box of the field. */
export interface DayBox {
  name: string;
  value: string;
  label: string;
  required?: boolean | undefined;
  onChange: (value: string) => void;
  /** The box was left, Enter was pressed in it, or the panel has closed. */
  onLeave?: (() => void) | undefined;
}

export interface DateFieldProps extends FieldTexts, Omit<DayBox, 'label'> {
  id?: string | undefined;
  words: DayWords;
  /** A time belongs to the day; the value is `2026-11-01T09:30`. */
  timed?: boolean;
  disabled?: boolean;
  /** Before the text. */
  prefix?: ReactNode;
  /** The other end of a range, which then begins with this field. */
  until?: DayBox | undefined;
}

/** A day, a moment or a range of days: typed in its own box, or picked in what opens below. The value is ISO 8601. */
export default function DateField({
  id: given,
  words,
  timed = false,
  disabled = false,
  prefix,
  until,
  label,
  hideLabel,
  error,
  hint,
  ...first
}: DateFieldProps) {
  const own = useId();
  const id = given ?? own;
  const texts = useTexts().dates;
  const panel = useRef<HTMLDivElement>(null);
  const control = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const boxes: DayBox[] = [{ ...first, label }, ...(until ? [until] : [])];

  const place = useCallback(() => placeBelow(panel.current, control.current), []);
  const show = () => {
    panel.current?.showPopover();
    place();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    show();
  };
  return (
    <Field {...{ label, hideLabel, error, hint }} id={id} required={first.required}>
      <span
        ref={control}
        className={cx(
          box['control'],
          box['md'],
          error !== undefined && box['invalid'],
          disabled && box['disabled'],
        )}
      >
        {prefix && <span className={box['affix']}>{prefix}</span>}
        {boxes.map((day, i) => (
          <Typed
            key={day.name}
            {...{ day, words, timed, disabled, onKeyDown }}
            id={i === 0 ? id : `${id}-until`}
            name={i === 0 ? undefined : day.label}
            note={(error ?? hint) ? noteId(id) : undefined}
            invalid={error !== undefined}
          />
        ))}
        <button
          type="button"
          className={styles['open']}
          aria-label={`${texts.choose} ${label}`}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={show}
        >
          <Icon of={CalendarDays} />
        </button>
      </span>
      {/* In the top layer: a dialog that scrolls would cut it off. */}
      <div
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles['panel']}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'closed') for (const day of boxes) day.onLeave?.();
        }}
      >
        {open && (
          <Suspense>
            <DatePanel
              {...words}
              today={words.today()}
              kind={until ? 'range' : timed ? 'moment' : 'day'}
              value={boxes.map(({ value }) => value)}
              onChange={(values) => {
                for (const [index, value] of values.entries()) boxes[index]?.onChange(value);
              }}
              // Its code may have been on its way: only now its size is known.
              onShown={place}
              onClose={() => panel.current?.hidePopover()}
            />
          </Suspense>
        )}
      </div>
    </Field>
  );
}

interface TypedProps {
  id: string;
  day: DayBox;
  /** Read aloud, where no label names the box. */
  name: string | undefined;
  words: DayWords;
  timed: boolean;
  disabled: boolean;
  note: string | undefined;
  invalid: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The box for typing: what is left or entered is put into its proper form. */
function Typed({ id, day, name, words, timed, disabled, note, invalid, onKeyDown }: TypedProps) {
  const settle = () => {
    const read = readTyped(day.value, words.today(), timed);
    if (read !== day.value) day.onChange(read);
  };
  return (
    <>
      {name !== undefined && (
        <span className={styles['dash']} aria-hidden="true">
          –
        </span>
      )}
      <input
        id={id}
        name={day.name}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={cx(box['input'], styles['typed'])}
        placeholder={useTexts().dates.shape}
        value={day.value.replace('T', ' ')}
        required={day.required}
        disabled={disabled}
        aria-label={name}
        aria-invalid={invalid || undefined}
        aria-describedby={note}
        onChange={({ target }) => {
          const text = target.value;
          day.onChange(isDay(text.slice(0, 10)) ? text.replace(' ', 'T') : text);
        }}
        onBlur={() => {
          settle();
          day.onLeave?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            settle();
            day.onLeave?.();
          }
          onKeyDown(event);
        }}
      />
    </>
  );
}
