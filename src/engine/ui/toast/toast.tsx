import CircleAlert from '@lucide/icons/icons/circle-alert';
import CircleCheck from '@lucide/icons/icons/circle-check';
import CircleX from '@lucide/icons/icons/circle-x';
import Info from '@lucide/icons/icons/info';
import X from '@lucide/icons/icons/x';
import { useEffect, useEffectEvent, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Link } from '../link/link.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  id: string | number;
  tone: 'success' | 'warning' | 'error' | 'info';
  text: string;
  link?: { text: string; to: string } | undefined;
}

const ICONS = { success: CircleCheck, warning: CircleAlert, error: CircleX, info: Info };

/** Long enough to read a line of Chinese twice; one with a button stays longer. */
const SECONDS = 4;
const SECONDS_WITH_LINK = 7;

interface ToastProps {
  toast: ToastMessage;
  onDismiss: () => void;
  dismissText: string;
}

export function Toast({ toast, onDismiss, dismissText }: ToastProps) {
  const [held, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  const seconds = toast.link ? SECONDS_WITH_LINK : SECONDS;
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, seconds]);
  const icon = ICONS[toast.tone];
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) };
  return (
    <div
      {...hold}
      data-tone={toast.tone}
      className={cx(styles['toast'], styles[toast.tone])}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={icon} className={styles['icon']} />
      <p className={styles['text']}>{toast.text}</p>
      {toast.link && (
        <Link to={toast.link.to} tone="text" className={styles['link']} onClick={onDismiss}>
          {toast.link.text}
        </Link>
      )}
      <IconButton size="sm" label={dismissText} icon={<Icon of={X} />} onClick={onDismiss} />
    </div>
  );
}
