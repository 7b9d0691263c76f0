import { useFormats } from '#engine/blocks/use-formats.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import styles from './fixed-field.module.css';
import { readPicks } from './picks.ts';
import type { Field, Texts, Values } from './validate.ts';

interface FixedFieldProps {
  field: Field;
  value: Values[string];
  error: string | undefined;
  texts: Texts;
}

/** A field that may not be changed: its name and what it holds, in words. */
export function FixedField({ field, value, error, texts }: FixedFieldProps) {
  const formats = useFormats();
  return (
    <dl className={styles['fixed']}>
      <dt>{field.label}</dt>
      <dd className={styles['value']}>{wordsOf(field, value, texts, formats)}</dd>
      {error && <dd className={styles['error']}>{error}</dd>}
    </dl>
  );
}

function wordsOf(
  { kind, options = [] }: Field,
  value: Values[string],
  texts: Texts,
  formats: Formats,
): string {
  if (kind === 'checkbox') return value === true ? texts.yes : texts.no;
  if (kind !== 'picks' && kind !== 'select' && kind !== 'radio') return String(value);
  const held = kind === 'picks' ? readPicks(String(value)) : [String(value)];
  const chosen = options.filter((option) => held.includes(option.value));
  return formats.list(chosen.map(({ label }) => label));
}
