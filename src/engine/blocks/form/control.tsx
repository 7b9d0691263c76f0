import { Fragment, Suspense } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { useDayWords } from '#engine/blocks/use-day-words.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import type { DayBox } from '#engine/ui/date-field/date-field.tsx';
import { Field as Labelled, noteId } from '#engine/ui/field/field.tsx';
import { late } from '#engine/ui/late/late.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { useTexts } from '#engine/ui/texts.ts';
import { FixedField } from './fixed-field.tsx';
import styles from './form.module.css';
import { PasswordField } from './password-field.tsx';
import { Strength } from './strength.tsx';
import { uploadBy } from './upload.ts';
import type { Field, Texts, Values } from './validate.ts';

/** Few forms have these; the login form does not wait for them. */
const UploadField = late('engine/blocks/form/upload-field', () => import('./upload-field.tsx'));
const FilesField = late('engine/blocks/form/files-field', () => import('./files-field.tsx'));
const MarkdownField = late('engine/blocks/form/markdown-field', () => import('./markdown-field.tsx'));
const CodeField = late('engine/blocks/form/code-field', () => import('./code-field.tsx'));
const PicksField = late('engine/blocks/form/picks-field', () => import('./picks-field.tsx'));
const QuantitiesField = late('engine/blocks/form/quantities-field', () => import('./quantities-field.tsx'));
const DateField = late(
  'engine/ui/date-field/date-field',
  () => import('#engine/ui/date-field/date-field.tsx'),
);
const RegionField = late('engine/blocks/form/region-field', () => import('./region-field.tsx'));

export interface ControlProps {
  id: string;
  field: Field;
  value: Values[string];
  /** The field of the other end, where this one begins a range. */
  until: DayBox | undefined;
  error: string | undefined;
  texts: Texts;
  /** The label is only read aloud (one-line forms). */
  hideLabel: boolean;
  on: BlockComponentProps<'form'>['on'];
  /** Has a code sent for the field; answers whether it was. */
  onSend: () => Promise<boolean>;
  onChange: (value: Values[string]) => void;
  /** The reader has gone on to another field. */
  onLeave: () => void;
}

/** The control of one field. */
export function Control(props: ControlProps) {
  const { id, field, value, until, error, texts, hideLabel, on, onSend, onChange, onLeave } = props;
  const dayWords = useDayWords();
  const common = {
    id,
    name: field.name,
    label: field.label,
    hideLabel,
    error,
    hint: field.hint,
    required: field.required,
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
  };
  const text = {
    ...common,
    value: String(value),
    onBlur: onLeave,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.fixed) {
    return <FixedField {...{ field, value, error, texts }} />;
  }
  // A date has no placeholder to say what it is for.
  const unhinted = hideLabel && !until ? { prefix: <span aria-hidden="true">{field.label}</span> } : {};
  switch (field.kind) {
    case 'checkbox':
      return (
        <div id={id}>
          <Checkbox
            label={<Consent {...field} />}
            name={field.name}
            checked={value === true}
            problemId={error && noteId(id)}
            onChange={onChange}
          />
          {error && (
            <p id={noteId(id)} className={styles['error']}>
              {error}
            </p>
          )}
        </div>
      );
    case 'quantity':
      return (
        <Labelled id={id} label={field.label} error={error} hint={field.hint} required={field.required}>
          <QuantityStepper
            id={id}
            label={field.label}
            value={Number(value)}
            min={field.min ?? 1}
            step={field.step ?? 1}
            max={field.max}
            onChange={onChange}
          />
        </Labelled>
      );
    case 'quantities':
      return (
        <Suspense fallback={<Skeleton lines={4} />}>
          <QuantitiesField {...{ id, field, error, onChange }} value={String(value)} />
        </Suspense>
      );
    case 'picks':
      return (
        <Suspense fallback={<Skeleton lines={6} />}>
          <PicksField {...{ id, field, error, texts, onChange }} value={String(value)} />
        </Suspense>
      );
    case 'radio':
      return (
        <div id={id}>
          <RadioGroup
            legend={field.label}
            name={field.name}
            layout="row"
            value={String(value)}
            options={field.options ?? []}
            error={error}
            onChange={onChange}
          />
        </div>
      );
    case 'select':
      return <SelectField {...text} placeholder={field.placeholder ?? ''} options={field.options ?? []} />;
    case 'textarea':
      return <TextArea {...text} rows={field.rows ?? 3} />;
    case 'date':
    case 'datetime':
      return (
        <Suspense fallback={<Skeleton lines={2} />}>
          <DateField
            {...common}
            {...unhinted}
            {...{ until, onLeave, onChange }}
            words={dayWords}
            timed={field.kind === 'datetime'}
            value={text.value}
          />
        </Suspense>
      );
    case 'code':
      return (
        <Suspense fallback={<Skeleton lines={2} />}>
          <CodeField {...text} texts={texts} wait={field.wait} onSend={on.code && onSend} />
        </Suspense>
      );
    case 'credit-code':
      return (
        <TextField
          {...text}
          maxLength={18}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value.toUpperCase().replaceAll(/\s/g, ''))}
        />
      );
    case 'file':
      return (
        <Suspense fallback={<Skeleton lines={2} />}>
          <UploadField
            {...{ id, field, error, texts, onChange }}
            value={String(value)}
            upload={uploadBy(on)}
          />
        </Suspense>
      );
    case 'files':
      return (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilesField {...{ id, field, error, texts, onChange }} value={String(value)} onUpload={on.upload} />
        </Suspense>
      );
    case 'markdown':
      return (
        <Suspense fallback={<Skeleton lines={12} />}>
          <MarkdownField
            {...{ id, field, error, texts, onChange }}
            value={String(value)}
            upload={uploadBy(on)}
            onPreview={on.preview}
          />
        </Suspense>
      );
    case 'region':
      return (
        <Suspense fallback={<Skeleton lines={2} />}>
          <RegionField
            {...{ id, error, texts, onChange }}
            {...{ label: field.label, hint: field.hint, required: field.required }}
            value={String(value)}
          />
        </Suspense>
      );
    case 'password':
      return (
        <>
          <PasswordField {...text} showText={texts.showPassword} hideText={texts.hidePassword} />
          {field.strength && <Strength password={text.value} texts={texts} />}
        </>
      );
    default:
      return <TextField {...text} {...KEYBOARDS[field.kind]} />;
  }
}

/** What a tick agrees to, with the texts it speaks of. */
function Consent({ label, links = [] }: Field) {
  const { space } = useTexts().marks;
  return (
    <>
      {label}
      {links.map((link) => (
        <Fragment key={link.to}>
          {space}
          <Link to={link.to} tone="text" newTab>
            {link.text}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

/** The keyboard that a phone shows. */
const KEYBOARDS: Partial<
  Record<Field['kind'], { type?: 'tel' | 'email'; inputMode?: 'decimal' | 'tel' | 'email' }>
> = {
  phone: { type: 'tel', inputMode: 'tel' },
  mobile: { type: 'tel', inputMode: 'tel' },
  email: { inputMode: 'email' },
  number: { inputMode: 'decimal' },
};
