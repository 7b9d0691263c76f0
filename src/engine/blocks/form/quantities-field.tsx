import { useEffect, useRef } from 'react';
import { Field as Labelled } from '#engine/ui/field/field.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { choicesOf, readAmounts, writeAmounts } from './amounts.ts';
import styles from './quantities-field.module.css';
import type { Field } from './validate.ts';

interface QuantitiesFieldProps {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** How many of each of several things: a row each, from none to as many as there are. */
export default function QuantitiesField({ id, field, value, error, onChange }: QuantitiesFieldProps) {
  const amounts = readAmounts(value);
  const rows = choicesOf(field);
  const offered = rows.map(({ id: row, max }) => `${row}:${max}`).join(',');
  const before = useRef(offered);
  // What can be taken has changed: a row that is gone, or has fewer now, must not be sent as it was.
  useEffect(() => {
    if (before.current === offered) return;
    before.current = offered;
    const held = readAmounts(value);
    onChange(
      writeAmounts(
        rows.map(({ id: row, max }) => [row, field.full ? max : Math.min(held.get(row) ?? 0, max)] as const),
      ),
    );
  });
  return (
    <Labelled id={id} label={field.label} error={error} hint={field.hint} required={field.required}>
      <ul className={styles['rows']}>
        {rows.map(({ id: row, title, detail, unit, max }) => (
          <li key={row} className={styles['row']}>
            <span className={styles['what']}>
              {title}
              <small>{detail}</small>
            </span>
            <QuantityStepper
              label={`${title} ${detail}`}
              value={amounts.get(row) ?? 0}
              min={0}
              max={max}
              size="sm"
              onChange={(quantity) => onChange(writeAmounts(new Map(amounts).set(row, quantity)))}
            />
            <span className={styles['most']}>
              / {max} {unit}
            </span>
          </li>
        ))}
      </ul>
    </Labelled>
  );
}
