import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../button/button.tsx';
import { useTexts } from '../texts.ts';
import styles from './error-note.module.css';

export interface ErrorNoteProps {
  /** What failed. */
  title: string;
  /** Why, where that is known. */
  text?: string | undefined;
  onRetry?: () => void;
  busy?: boolean;
}

/** Something failed: it says what, and offers to try again. Never looks like "nothing here". */
export function ErrorNote({ title, text, onRetry, busy = false }: ErrorNoteProps) {
  const { retry } = useTexts();
  return (
    <div className={styles['note']} role="alert">
      <TriangleAlert className={styles['icon']} aria-hidden="true" />
      <div className={styles['texts']}>
        <p className={styles['title']}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {onRetry && (
        <Button size="sm" icon={<RotateCw aria-hidden="true" />} busy={busy} onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}
