import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  label: ReactNode;
  hideLabel?: boolean;
  checked: boolean;
  /** Some of what it stands for is checked. */
  indeterminate?: boolean;
  disabled?: boolean;
  name?: string;
  /** Id of the text that says what is wrong with it. */
  problemId?: string | undefined;
  onChange: (checked: boolean) => void;
  className?: string | undefined;
}

export function Checkbox({
  label,
  hideLabel = false,
  checked,
  indeterminate = false,
  disabled,
  name,
  problemId,
  onChange,
  className,
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx(styles['checkbox'], className)}>
      <input
        ref={input}
        type="checkbox"
        // Browsers restore ticks by position on the page, where other lines may be by now.
        autoComplete="off"
        className={styles['box']}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? 'visually-hidden' : styles['label']}>{label}</span>
    </label>
  );
}
