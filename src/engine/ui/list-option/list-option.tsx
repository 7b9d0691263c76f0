import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './list-option.module.css';

interface ListOptionProps {
  id: string;
  /** The arrow keys are on it. */
  active: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of the choices below a combobox. A press must not take the focus from its field, or the list would close before the click. */
export function ListOption({ id, active, onChoose, children }: ListOptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={cx(styles['option'], active && styles['active'])}
      onMouseDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {children}
    </div>
  );
}
