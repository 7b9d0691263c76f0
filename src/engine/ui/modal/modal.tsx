import X from '@lucide/icons/icons/x';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { useTexts } from '../texts.ts';
import styles from './modal.module.css';
import { useModal } from './use-modal.ts';

export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the end. */
  footer?: ReactNode;
  dismissText?: string;
  children?: ReactNode;
}

interface FrameProps extends ModalProps {
  className: string | undefined;
  style?: CSSProperties;
  /** `alertdialog` for what must be answered. */
  role?: 'dialog' | 'alertdialog';
}

/** The frame of dialogs and drawers: title, close button, scrolling body, buttons. */
export function Modal({
  open,
  onClose,
  title,
  footer,
  dismissText,
  children,
  className,
  style,
  role,
}: FrameProps) {
  const id = useId();
  const { dismiss } = useTexts();
  const { ref, props } = useModal(open, onClose);
  return (
    <dialog
      ref={ref}
      {...props}
      role={role}
      className={cx(styles['modal'], className)}
      style={style}
      aria-labelledby={id}
    >
      {open && (
        <div className={styles['inner']}>
          <div className={styles['head']}>
            <h2 id={id} className={styles['title']}>
              {title}
            </h2>
            <IconButton label={dismissText ?? dismiss} icon={<Icon of={X} />} onClick={onClose} />
          </div>
          <div className={styles['body']}>{children}</div>
          {footer && <div className={styles['foot']}>{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
