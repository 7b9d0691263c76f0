import { useState } from 'react';
import type { Window } from '#engine/compiler/schedule/window.ts';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './timeline.module.css';
import { inField, ofField } from './wall-time.ts';

interface ScheduleFieldsProps {
  window: Window;
  zone: string;
  /** An end that is emptied is open. */
  onChange: (window: Window) => void;
}

/** Both ends of a schedule, to be typed to the minute. */
export function ScheduleFields({ window, zone, onChange }: ScheduleFieldsProps) {
  const [typed, setTyped] = useState<{ side: keyof Window; text: string }>();
  function commit() {
    if (typed === undefined) return;
    setTyped(undefined);
    const open = typed.side === 'from' ? -Infinity : Infinity;
    const moment = ofField(typed.text, zone) ?? open;
    if (moment !== window[typed.side]) onChange({ ...window, [typed.side]: moment });
  }
  const field = (side: keyof Window, label: string) => (
    <TextField
      label={label}
      size="sm"
      type="datetime-local"
      className={styles['field']}
      value={typed?.side === side ? typed.text : inField(window[side], zone)}
      onChange={({ target }) => setTyped({ side, text: target.value })}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setTyped(undefined);
      }}
    />
  );
  return (
    <>
      {field('from', '开始')}
      {field('until', '结束')}
    </>
  );
}
