import { useAtomValue } from 'jotai';
import { formatDate } from '#domain/format.ts';
import { nowAtom } from '#runtime/clock.ts';
import { Countdown } from '#ui/countdown/countdown.tsx';
import { fill } from '#ui/fill.ts';
import styles from './card.module.css';
import type { CardProps } from './card-props.ts';
import { numberOf } from './number-of.ts';

/** Seconds left over which nobody counts the hours. */
const FAR = 60 * 86_400;

/** Until it starts, until it ends, or that it has ended: by the server's clock. */
export function Schedule({
  item,
  layout,
  startsAt,
  endsAt,
  comingText,
  openText,
  farText,
  endedText,
}: CardProps) {
  const now = useAtomValue(nowAtom);
  const from = numberOf(startsAt?.(item));
  const until = numberOf(endsAt?.(item));
  if (from === null && until === null) return null;
  const inverse = layout === 'banner';
  if (from !== null && now < from)
    return <Countdown inverse={inverse} seconds={from - now} label={comingText} />;
  if (until === null) return null;
  if (until - now > FAR)
    return <p className={styles['note']}>{fill(farText, { date: formatDate(until) })}</p>;
  if (now < until) return <Countdown inverse={inverse} seconds={until - now} label={openText} />;
  return <p className={styles['ended']}>{endedText}</p>;
}
