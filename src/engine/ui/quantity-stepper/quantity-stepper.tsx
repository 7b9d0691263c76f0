import { type KeyboardEvent, memo, useState } from 'react';
import { cx } from '../cx.ts';
import { fill } from '../fill.ts';
import { useTexts } from '../texts.ts';
import { nearestQuantity } from './quantity.ts';
import styles from './quantity-stepper.module.css';

export interface QuantityStepperProps {
  id?: string;
  name?: string;
  label: string;
  value: number;
  min?: number;
  /** How much one press adds; values are multiples of it. */
  step?: number;
  max?: number | undefined;
  disabled?: boolean;
  busy?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** More was typed than `max` allows; the value is settled at what is allowed all the same. */
  onAboveMax?: (requested: number) => void;
  onChange: (value: number) => void;
}

/**
 * Minus, a number that can be typed over, plus. What is typed is settled on Enter or when the field is left. Memoised, since
 * a list has one for each line; the signs are drawn by the style sheet for the same reason.
 */
export const QuantityStepper = memo(function QuantityStepper({
  id,
  name,
  label,
  value,
  min = 1,
  step = 1,
  max,
  disabled = false,
  busy = false,
  size = 'md',
  onAboveMax,
  onChange,
}: QuantityStepperProps) {
  const texts = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const bounds = { min, step, max };
  const less = nearestQuantity(value - step, bounds);
  const more = nearestQuantity(value + step, bounds);

  const choose = (next: number) => {
    setDraft(null);
    if (next !== value) onChange(next);
  };
  const commitDraft = () => {
    if (draft === null) return;
    choose(draft === '' ? value : nearestQuantity(Number(draft), bounds));
    if (max !== undefined && Number(draft) > max) onAboveMax?.(Number(draft));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = KEYS[event.key]?.(value, bounds);
    if (event.key === 'Enter') commitDraft();
    if (target === undefined) return;
    event.preventDefault();
    choose(nearestQuantity(target, bounds));
  };

  return (
    <div
      className={cx(styles['stepper'], styles[size], disabled && styles['disabled'])}
      aria-busy={busy || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={fill(texts.less, { label })}
        disabled={disabled || less >= value}
        onClick={() => choose(less)}
      />
      <input
        id={id}
        name={name}
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={draft ?? String(value)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 6))}
        onBlur={commitDraft}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={fill(texts.more, { label })}
        disabled={disabled || more <= value}
        onClick={() => choose(more)}
      />
    </div>
  );
});

type Bounds = Parameters<typeof nearestQuantity>[1];

/** The keys of a spin button: one step, ten steps, the ends. */
const KEYS: Record<string, (value: number, bounds: Bounds) => number | undefined> = {
  ArrowUp: (value, { step }) => value + step,
  ArrowDown: (value, { step }) => value - step,
  PageUp: (value, { step }) => value + 10 * step,
  PageDown: (value, { step }) => value - 10 * step,
  Home: (_, { min }) => min,
  End: (_, { max }) => max,
};
