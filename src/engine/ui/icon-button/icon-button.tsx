import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Read aloud and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** A `Badge` in the corner. */
  badge?: ReactNode;
  /** For a button that stays on or off. */
  pressed?: boolean;
}

export function IconButton({
  label,
  icon,
  size = 'md',
  badge,
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={cx(styles['button'], styles[size], className)}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
      {badge}
    </button>
  );
}
