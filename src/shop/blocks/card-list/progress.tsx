import styles from './card.module.css';
import type { CardProps } from './card-props.ts';
import { numberOf } from './number-of.ts';

/** How far it is: a bar for the eye, the words for everybody. Nothing where what is counted may not be seen. */
export function Progress({ item, progress, part: partOf, whole, progressText }: CardProps) {
  const counted = numberOf(partOf?.(item));
  if (partOf && counted === null) return null;
  const part = numberOf(progress?.(item)) ?? share(counted, numberOf(whole?.(item)));
  const text = progressText?.(item);
  if (part === null && !text) return null;
  return (
    <div className={styles['progress']}>
      {part !== null && (
        <span className={styles['track']} aria-hidden="true">
          <span className={styles['done']} style={{ inlineSize: `${Math.min(100, Math.max(0, part))}%` }} />
        </span>
      )}
      {text && <span>{text}</span>}
    </div>
  );
}

/** Percent, whole; null where either is missing. */
function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : Math.floor((part * 100) / whole);
}
