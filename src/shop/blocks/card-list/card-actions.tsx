import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import styles from './card.module.css';
import type { CardProps } from './card-props.ts';

/** The buttons of one card. While one is at work the others wait. */
export function CardActions({ item, actions, title, on }: CardProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const shown = actions.filter(({ show }) => show?.(item) ?? true);
  if (shown.length === 0) return null;
  const press = async (id: string) => {
    if (busy !== null) return;
    setBusy(id);
    await on.press?.({ id, row: item });
    setBusy(null);
  };
  return (
    <p className={styles['actions']}>
      {shown.map(({ id, text, primary, off }) =>
        off ? (
          <span key={id} className={styles['off']}>
            {text}
          </span>
        ) : (
          <Button
            key={id}
            size="sm"
            variant={primary ? 'accent' : 'secondary'}
            busy={busy === id}
            aria-label={`${text} ${title(item)}`}
            onClick={() => void press(id)}
          >
            {text}
          </Button>
        ),
      )}
    </p>
  );
}
