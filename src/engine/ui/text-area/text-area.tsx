import { type TextareaHTMLAttributes, useId } from 'react';
import { cx } from '../cx.ts';
import box from '../field/control.module.css';
import { Field, type FieldTexts, noteId } from '../field/field.tsx';
import styles from './text-area.module.css';

export interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {}

/** A labelled text of several lines; grows with what is typed where the browser can. */
export function TextArea({ label, hideLabel, error, hint, className, id, ...textarea }: TextAreaProps) {
  const own = useId();
  const areaId = id ?? own;
  const texts = { label, hideLabel, error, hint };
  return (
    <Field {...texts} id={areaId} required={textarea.required} className={className}>
      <textarea
        rows={3}
        {...textarea}
        id={areaId}
        className={cx(box['control'], styles['area'], error !== undefined && box['invalid'])}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={(error ?? hint) ? noteId(areaId) : undefined}
      />
    </Field>
  );
}
