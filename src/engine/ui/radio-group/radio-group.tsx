import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './radio-group.module.css';

export interface RadioOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
  /** May be chosen, but leads to nothing as things stand. */
  muted?: boolean;
}

export interface RadioGroupProps {
  legend: string;
  hideLegend?: boolean;
  value: string | null;
  options: readonly RadioOption[];
  onChange: (value: string) => void;
  /** `cards` gives each choice a frame of its own; `wide` ones hold more than a name, `chips` less: the frame is the mark. */
  layout?: 'row' | 'stack' | 'cards' | 'wide' | 'chips';
  error?: string | undefined;
  name?: string;
}

/** One choice of a few; arrow keys move between them. */
export function RadioGroup({
  legend,
  hideLegend = false,
  value,
  options,
  onChange,
  layout = 'stack',
  error,
  name,
}: RadioGroupProps) {
  const id = useId();
  const framed = layout === 'cards' || layout === 'wide';
  const chips = layout === 'chips';
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={hideLegend ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      <div className={styles[layout]}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              styles['option'],
              (framed || chips) && styles['card'],
              chips && styles['chip'],
              option.muted && styles['muted'],
            )}
          >
            <input
              type="radio"
              // Browsers restore ticks by position on the page, where other choices may be by now.
              autoComplete="off"
              className={chips ? 'visually-hidden' : styles['dot']}
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles['text']}>
              {option.label}
              {option.description && <span className={styles['description']}>{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
