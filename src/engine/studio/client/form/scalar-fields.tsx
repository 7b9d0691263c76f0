import { useId, useState } from 'react';
import { textOf } from '#engine/compiler/json.ts';
import { writeMoment } from '#engine/compiler/schedule/local-time.ts';
import { fromLocalTime, localTime } from '#engine/runtime/format/zone.ts';
import DateField from '#engine/ui/date-field/date-field.tsx';
import { readTyped } from '#engine/ui/date-field/days.ts';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import styles from './form.module.css';
import { type Offer, useFormContext } from './form-context.ts';
import { SuggestField } from './suggest-field.tsx';
import { choicesOf, faultOf, isReference, readScalar, type Variant, writeTyped } from './variants.ts';

export interface ScalarProps {
  label: string;
  hideLabel?: boolean;
  variant: Variant;
  value: unknown;
  required: boolean;
  error: string | undefined;
  hint: string | undefined;
  onChange: (value: unknown) => void;
}

const wordsOf = (choice: unknown) => (choice === true ? '是' : choice === false ? '否' : String(choice));

interface ChoiceProps extends ScalarProps {
  /** What may be chosen beside the values that the schema lists. */
  others?: readonly Offer[];
}

/** Which of the values that the schema lists. */
export function ChoiceField({ variant, value, others = [], onChange, ...texts }: ChoiceProps) {
  const choices = [
    ...(choicesOf(variant.schema) ?? []).map((one) => ({ value: one, label: wordsOf(one) })),
    ...others.map((one) => ({ value: one.value, label: `${one.value} ${one.label}`.trim() })),
  ];
  return (
    <SelectField
      {...texts}
      size="sm"
      {...((!texts.required || value === undefined) && {
        placeholder: texts.required ? '请选择' : '用默认值',
      })}
      value={value === undefined ? '' : JSON.stringify(value)}
      options={choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }))}
      onChange={({ target }) => onChange(target.value === '' ? undefined : JSON.parse(target.value))}
    />
  );
}

/** A day and time where the shop is; what is written names the distance from UTC. */
export function MomentField({ label, hideLabel, value, required, error, hint, onChange }: ScalarProps) {
  const { words, timeZone } = useFormContext();
  const id = useId();
  const seconds = Date.parse(String(value)) / 1000;
  const shown = Number.isNaN(seconds) ? '' : localTime(seconds, timeZone).slice(0, 16);
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState(shown);
  if (before !== shown) {
    setBefore(shown);
    setTyped(undefined);
  }
  const text = typed ?? shown;
  const commit = () => {
    const next = readTyped(text, words.today(), true);
    if (next === shown) return;
    if (next === '') return onChange(undefined);
    const at = fromLocalTime(`${next}:00`, timeZone);
    if (!Number.isNaN(at)) onChange(writeMoment(at * 1000, timeZone));
  };
  return (
    <DateField
      {...{ label, hideLabel, required, error }}
      hint={hint ?? timeZone}
      words={words}
      timed
      name={id}
      value={text}
      onChange={setTyped}
      onLeave={commit}
    />
  );
}

/** A text, number, reference or any scalar, with what may be chosen for it. */
export function TypedField({ variant, value, required, error, onChange, ...texts }: ScalarProps) {
  const { offers, references } = useFormContext();
  const [fault, setFault] = useState<{ of: unknown; words: string }>();
  const { editor, schema } = variant;
  const named = offers(textOf(schema['format']));
  const shown = [...named, ...references];
  const now = shown.find((one) => one.value === value && isReference(value));
  const unit = textOf(schema['unit']);
  const commit = (text: string) => {
    if (text === '' && !required) {
      setFault(undefined);
      return onChange(undefined);
    }
    const words = text === '' ? '这里要填' : faultOf(text, variant);
    setFault(words === undefined ? undefined : { of: value, words });
    if (words !== undefined) return undefined;
    const isRead = editor === 'any' || (editor === 'number' && !isReference(text));
    return onChange(isRead ? readScalar(text) : text);
  };
  const field = (
    <SuggestField
      {...texts}
      required={required}
      error={fault?.of === value ? fault?.words : error}
      hint={now ? `现在是 ${now.label}` : texts.hint}
      suffix={unit === '' ? undefined : unit}
      inputMode={editor === 'number' ? 'decimal' : 'text'}
      value={writeTyped(value, editor)}
      offers={shown}
      onCommit={commit}
    />
  );
  if (schema['format'] !== 'token-value' || !texts.label.startsWith('color-')) return field;
  return (
    <div className={styles['colour']}>
      {field}
      <Swatch label={`${texts.label} 选颜色`} value={textOf(value)} onPick={onChange} />
    </div>
  );
}

interface SwatchProps {
  label: string;
  value: string;
  onPick: (colour: string) => void;
}

/** The colour that a text stands for, and a way to pick another: it is written once the choice is over. */
function Swatch({ label, value, onPick }: SwatchProps) {
  const [picked, setPicked] = useState<string>();
  const end = () => {
    if (picked !== undefined && picked !== value) onPick(picked);
    setPicked(undefined);
  };
  return (
    <input
      type="color"
      aria-label={label}
      className={styles['swatch']}
      value={picked ?? (/^#[\da-f]{6}$/i.test(value) ? value : '#000000')}
      onChange={({ target }) => setPicked(target.value)}
      onBlur={end}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
      }}
    />
  );
}
