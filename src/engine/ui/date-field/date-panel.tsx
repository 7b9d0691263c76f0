import { useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { SelectField } from '../select-field/select-field.tsx';
import { useTexts } from '../texts.ts';
import Calendar from './calendar.tsx';
import styles from './date-field.module.css';
import { isDay } from './days.ts';
import { type DayRange, rangesAt } from './ranges.ts';

export interface PanelProps {
  today: string;
  monthName: (month: string) => string;
  /** What the field holds: one day (`2026-11-01T09:30` where a time belongs to it), or both ends. */
  value: readonly string[];
  kind: 'day' | 'moment' | 'range';
  onChange: (value: readonly string[]) => void;
  onShown: () => void;
  onClose: () => void;
}

/** What opens below a field for a day: a month, the ranges that are asked for most, a time. */
export default function DatePanel(props: PanelProps) {
  const { today, monthName, value, kind, onChange, onShown, onClose } = props;
  const words = useTexts().dates;
  /** The first end of a range, until the second is chosen. */
  const [first, setFirst] = useState('');
  const [one = '', other = ''] = value.map((text) => text.slice(0, 10)).map((day) => (isDay(day) ? day : ''));
  const [hour = '', minute = ''] = (value[0] ?? '').slice(11).split(':');

  useEffect(onShown, [onShown]);

  const finish = (chosen: readonly string[]) => {
    onChange(chosen);
    onClose();
  };
  function choose(day: string) {
    if (kind === 'day') finish([day]);
    else if (kind === 'moment') onChange([`${day}T${hour || '00'}:${minute || '00'}`]);
    else if (first === '') setFirst(day);
    else finish(first < day ? [first, day] : [day, first]);
  }
  return (
    <div className={styles['content']}>
      {kind === 'range' && (
        <div className={styles['ranges']}>
          {rangesAt(today).map(([name, range]) => (
            <Button key={name} size="sm" variant="quiet" onClick={() => finish(range)}>
              {words[name]}
            </Button>
          ))}
          <Button size="sm" variant="quiet" onClick={() => finish(['', ''])}>
            {words.clear}
          </Button>
        </div>
      )}
      <div>
        <Calendar
          {...{ today, monthName }}
          start={one || other || today}
          chosen={chosenOf(kind, first, one, other)}
          onChoose={choose}
        />
        {kind === 'range' && (
          <p className={styles['note']} aria-live="polite">
            {first === '' ? words.chooseFirst : words.chooseSecond}
          </p>
        )}
        {kind === 'moment' && (
          <div className={styles['time']}>
            <SelectField
              size="sm"
              label={words.hour}
              value={hour || '00'}
              options={numbersTo(24)}
              onChange={({ target }) => onChange([`${one || today}T${target.value}:${minute || '00'}`])}
            />
            <SelectField
              size="sm"
              label={words.minute}
              value={minute || '00'}
              options={numbersTo(60)}
              onChange={({ target }) => onChange([`${one || today}T${hour || '00'}:${target.value}`])}
            />
            <Button size="sm" variant="primary" onClick={onClose}>
              {words.done}
            </Button>
          </div>
        )}
        {kind === 'day' && (
          <div className={styles['ranges']}>
            <Button size="sm" variant="quiet" onClick={() => finish([today])}>
              {words.today}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => finish([''])}>
              {words.clear}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function chosenOf(kind: PanelProps['kind'], first: string, one: string, other: string): DayRange | null {
  if (first !== '') return [first, first];
  if (kind === 'range' && (one !== '' || other !== '')) return [one || other, other || one];
  return one === '' ? null : [one, one];
}

const numbersTo = (end: number) =>
  Array.from({ length: end }, (_, i) => String(i).padStart(2, '0')).map((value) => ({ value, label: value }));
