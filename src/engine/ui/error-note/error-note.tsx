import RotateCw from '@lucide/icons/icons/rotate-cw';
import TriangleAlert from '@lucide/icons/icons/triangle-alert';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
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
      <Icon of={TriangleAlert} className={styles['icon']} />
      <div className={styles['texts']}>
        <p className={styles['title']}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {onRetry && (
        <Button size="sm" icon={<Icon of={RotateCw} />} busy={busy} onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}
