import type { ReactNode } from 'react';
import styles from './field.module.css';
import { type FieldTexts, noteId } from './field.tsx';

interface FieldGroupProps extends Omit<FieldTexts, 'hideLabel'> {
  /** That of the group's first control. */
  id: string;
  required?: boolean | undefined;
  children: ReactNode;
}

/** Several controls that make one value: a legend, the controls side by side, and the line below them. */
export function FieldGroup({ id, label, error, hint, required, children }: FieldGroupProps) {
  const note = error ?? hint;
  return (
    <fieldset className={styles['field']} aria-describedby={note ? noteId(id) : undefined}>
      <legend className={styles['legend']}>
        {label}
        {required && (
          <span className={styles['required']} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div className={styles['group']}>{children}</div>
      {note && (
        <p id={noteId(id)} className={error ? styles['error'] : styles['hint']}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
