import { TimeLeft } from '#engine/blocks/time-left.tsx';
import styles from './card.module.css';
import type { CardProps } from './card-props.ts';
import { numberOf } from './number-of.ts';

/** When the card's item starts and ends, as far as it says so. */
export function Schedule({ item, layout, startsAt, endsAt, ...texts }: CardProps) {
  const { comingText, openText, farText, endedText } = texts;
  return (
    <TimeLeft
      {...{ comingText, openText, farText, endedText }}
      from={numberOf(startsAt?.(item))}
      until={numberOf(endsAt?.(item))}
      inverse={layout === 'banner'}
      farClass={styles['note']}
      endedClass={styles['ended']}
    />
  );
}
