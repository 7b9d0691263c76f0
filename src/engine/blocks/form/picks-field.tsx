import { useState } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { FieldGroup } from '#engine/ui/field/field-group.tsx';
import { fill } from '#engine/ui/fill.ts';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { readPicks, writePicks } from './picks.ts';
import styles from './picks-field.module.css';
import type { Field, Texts } from './validate.ts';

/** From this many options on, there is a search field. */
const MANY = 8;

interface PicksFieldProps {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  texts: Texts;
  onChange: (value: string) => void;
}

/** Several of some options, found by their text. */
export default function PicksField({ id, field, value, error, texts, onChange }: PicksFieldProps) {
  const { label, hint, required, options = [] } = field;
  const [search, setWanted] = useState('');
  const formats = useFormats();
  const picked = readPicks(value);
  const part = search.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(part));
  const names = options.filter((option) => picked.includes(option.value)).map((option) => option.label);
  const toggle = (one: string, on: boolean) =>
    onChange(writePicks(on ? [...picked, one] : picked.filter((other) => other !== one)));
  return (
    <FieldGroup {...{ id, label, error, hint, required }}>
      <div className={styles['picks']}>
        {options.length > MANY && (
          <TextField
            id={id}
            label={formats.labelled(label, texts.findPicks)}
            hideLabel
            size="sm"
            placeholder={texts.findPicks}
            value={search}
            onChange={({ target }) => setWanted(target.value)}
            onKeyDown={(event) => {
              // It looks for options; the form is sent by its button.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
        <ul className={styles['options']}>
          {shown.map((option) => (
            <li key={option.value}>
              <Checkbox
                name={field.name}
                label={option.label}
                checked={picked.includes(option.value)}
                onChange={(on) => toggle(option.value, on)}
              />
            </li>
          ))}
          {shown.length === 0 && <li className={styles['none']}>{texts.noPicks}</li>}
        </ul>
        {names.length > 0 && (
          <p className={styles['picked']} role="status">
            {fill(texts.picked, { n: names.length, names: formats.list(names) })}
          </p>
        )}
      </div>
    </FieldGroup>
  );
}
