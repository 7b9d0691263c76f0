import styles from './toast.module.css';
import { Toast, type ToastMessage } from './toast.tsx';

export interface ToastRegionProps {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string | number) => void;
  /** Name of the region for screen readers. */
  label?: string;
  dismissText?: string;
}

/** Where short messages appear: above everything, read aloud, gone by themselves unless the reader is on them. */
export function ToastRegion({ toasts, onDismiss, label = '提示', dismissText = '关闭' }: ToastRegionProps) {
  return (
    <section className={styles['region']} aria-label={label} aria-live="polite">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} dismissText={dismissText} />
      ))}
    </section>
  );
}
