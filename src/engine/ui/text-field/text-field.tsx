import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import box from '../field/control.module.css';
import { Field, type FieldTexts, noteId } from '../field/field.tsx';

export interface TextFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> {
  /** Before the text: an icon or a unit. */
  prefix?: ReactNode;
  /** After the text: a unit or a button. */
  suffix?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
}

/** A labelled one-line input; every native input attribute is passed on. */
export function TextField({
  label,
  hideLabel,
  error,
  hint,
  prefix,
  suffix,
  size = 'md',
  className,
  id,
  ...input
}: TextFieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const texts = { label, hideLabel, error, hint };
  return (
    <Field {...texts} id={inputId} required={input.required} className={className}>
      <span
        className={cx(
          box['control'],
          box[size],
          error !== undefined && box['invalid'],
          input.disabled && box['disabled'],
        )}
      >
        {prefix && <span className={box['affix']}>{prefix}</span>}
        <input
          type="text"
          {...input}
          id={inputId}
          className={box['input']}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={(error ?? hint) ? noteId(inputId) : undefined}
        />
        {suffix && <span className={box['affix']}>{suffix}</span>}
      </span>
    </Field>
  );
}
