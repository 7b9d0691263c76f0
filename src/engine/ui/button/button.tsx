import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Link } from '../link/link.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `accent` is for what spends money; one `primary` a view; `quiet` beside others. */
  variant?: 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Work is under way: the button keeps its size and its focus, and takes no clicks. */
  busy?: boolean;
  /** As wide as its container. */
  block?: boolean;
  icon?: ReactNode;
  /** Makes it a link. */
  to?: string;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  block = false,
  icon,
  to,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = cx(
    styles['button'],
    styles[variant],
    styles[size],
    block && styles['block'],
    busy && styles['busy'],
    className,
  );
  const content = (
    <>
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : icon}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} className={look}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {content}
    </button>
  );
}
