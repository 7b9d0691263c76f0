import { type FormEvent, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './facet-bar.module.css';
import { endsOf, rangeOf } from './range.ts';

interface RangeFieldsProps {
  /** `10-20`, or empty. */
  value: string;
  /** What the range is of. */
  name: string;
  fromText: string;
  toText: string;
  applyText: string;
  onApply: (value: string | null) => void;
}

/** Two fields for a range of one's own, beside those that are offered. */
export function RangeFields({ value, name, fromText, toText, applyText, onApply }: RangeFieldsProps) {
  const [ends, setEnds] = useState(() => endsOf(value));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(rangeOf(ends.from, ends.to));
  };
  const field = (end: 'from' | 'to', text: string) => (
    <TextField
      label={`${name} ${text}`}
      hideLabel
      placeholder={text}
      size="sm"
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={ends[end]}
      onChange={(event) => setEnds({ ...ends, [end]: event.target.value })}
    />
  );
  return (
    <form className={styles['range']} onSubmit={apply}>
      {field('from', fromText)}
      <span aria-hidden="true">–</span>
      {field('to', toText)}
      <Button type="submit" size="sm">
        {applyText}
      </Button>
    </form>
  );
}
