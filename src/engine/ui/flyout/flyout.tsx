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

/**
 * A button with a small panel that opens on hover or press; a second press, leaving it, or Esc closes it. The panel has an id
 * only while it is open: a closed one is the same for every reader.
 */
export function Flyout({ trigger, label, side = 'below', className, children }: FlyoutProps) {
  const id = useId();
  const [opened, setOpened] = useState<'hover' | 'press' | null>(null);
  const open = opened !== null;
  const close = () => setOpened(null);
  return (
    <span
      className={styles['flyout']}
      /* A finger enters as well, just before it presses. */
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpened('hover')}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpened(opened === 'press' ? null : 'press')}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {trigger}
      </button>
      <span id={open ? id : undefined} className={cx(styles['panel'], styles[side])} hidden={!open}>
        {children}
      </span>
    </span>
  );
}
