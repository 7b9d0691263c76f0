import ChevronDown from '@lucide/icons/icons/chevron-down';
import { type SelectHTMLAttributes, useId } from 'react';
import { cx } from '../cx.ts';
import box from '../field/control.module.css';
import { Field, type FieldTexts, noteId } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import styles from './select-field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps
  extends FieldTexts,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size' | 'multiple'> {
  options: readonly SelectOption[];
  /** Shown first, with an empty value. */
  placeholder?: string;
  size?: 'sm' | 'md' | 'lg';
}

/** A labelled native select: the platform's own list, on a phone too. */
export function SelectField({
  label,
  hideLabel,
  error,
  hint,
  options,
  placeholder,
  size = 'md',
  className,
  id,
  ...select
}: SelectFieldProps) {
  const own = useId();
  const selectId = id ?? own;
  const texts = { label, hideLabel, error, hint };
  return (
    <Field {...texts} id={selectId} required={select.required} className={className}>
      <span
        className={cx(
          box['control'],
          box[size],
          styles['box'],
          error !== undefined && box['invalid'],
          select.disabled && box['disabled'],
        )}
      >
        <select
          {...select}
          id={selectId}
          className={cx(box['input'], styles['select'])}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={(error ?? hint) ? noteId(selectId) : undefined}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className={styles['arrow']} />
      </span>
    </Field>
  );
}
