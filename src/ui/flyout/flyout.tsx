import { type ReactNode, useId, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './flyout.module.css';

export interface FlyoutProps {
  /** What the button shows. */
  trigger: ReactNode;
  /** Name of the button, when what it shows is not text. */
  label?: string;
  /** Where the panel opens. */
  side?: 'below' | 'before';
  className?: string | undefined;
  children: ReactNode;
}

/** A button with a small panel that opens on hover, focus or press; Esc closes it. */
export function Flyout({ trigger, label, side = 'below', className, children }: FlyoutProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <span
      className={styles['flyout']}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        {trigger}
      </button>
      <span id={id} className={cx(styles['panel'], styles[side])} hidden={!open}>
        {children}
      </span>
    </span>
  );
}
