import { useTexts } from '../texts.ts';
import styles from './toast.module.css';
import { Toast, type ToastMessage } from './toast.tsx';

export interface ToastRegionProps {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string | number) => void;
}

/** Where short messages appear: above everything, read aloud, gone by themselves unless the reader is on them. */
export function ToastRegion({ toasts, onDismiss }: ToastRegionProps) {
  const { notices, dismiss } = useTexts();
  return (
    <section className={styles['region']} aria-label={notices} aria-live="polite">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} dismissText={dismiss} />
      ))}
    </section>
  );
}
