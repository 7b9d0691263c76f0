import { cx } from '../cx.ts';
import { Modal, type ModalProps } from '../modal/modal.tsx';
import styles from './dialog.module.css';

export interface DialogProps extends ModalProps {
  size?: 'sm' | 'md' | 'lg';
  /** It interrupts, and wants an answer before anything else. */
  alert?: boolean;
}

/** A modal in the middle of the page; Esc, the backdrop and the cross close it. */
export function Dialog({ size = 'md', alert = false, ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      className={cx(styles['dialog'], styles[size])}
      {...(alert ? { role: 'alertdialog' } : {})}
    />
  );
}
