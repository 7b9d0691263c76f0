import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** The label is read aloud but not shown. */
  hideLabel?: boolean | undefined;
  /** What is wrong with the value; shown instead of the hint. */
  error?: string | undefined;
  hint?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id: string;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The id of the text under a control, for its `aria-describedby`. */
export const noteId = (id: string) => `${id}-note`;

/** Label, control and the line below it, which keeps no room until it says something. */
export function Field({ id, label, hideLabel, error, hint, required, className, children }: FieldProps) {
  const note = error ?? hint;
  return (
    <div className={cx(styles['field'], className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
        {required && (
          <span className={styles['required']} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {note && (
        <p id={noteId(id)} className={error ? styles['error'] : styles['hint']}>
          {note}
        </p>
      )}
    </div>
  );
}
