import { cx } from '../cx.ts';
import { useTexts } from '../texts.ts';
import styles from './countdown.module.css';

export interface CountdownProps {
  /** Left, in seconds; below 0 counts as 0. */
  seconds: number;
  /** Before the figures. */
  label?: string | undefined;
  /** On a dark ground. */
  inverse?: boolean;
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Days, hours, minutes and seconds left. Figures of fixed width, so that nothing around it moves. A second may pass
 * between the server's rendering and the browser's: the figures may differ then, the next tick puts them right.
 */
export function Countdown({ seconds, label, inverse = false }: CountdownProps) {
  const texts = useTexts().countdown;
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / 86_400);
  const parts: [keyof typeof texts, string][] = [
    ['days', String(days)],
    ['hours', two(Math.floor((left % 86_400) / 3600))],
    ['minutes', two(Math.floor((left % 3600) / 60))],
    ['seconds', two(left % 60)],
  ];
  return (
    <span className={cx(styles['countdown'], inverse && styles['inverse'])} role="timer">
      {label && <span>{label}</span>}
      {parts.map(([unit, figure]) => (
        /* Of nothing the days are hidden, not left out: between the server and the browser the last one may pass. */
        <span
          key={unit}
          className={styles['part']}
          hidden={unit === 'days' && days === 0}
          suppressHydrationWarning
        >
          <span className={styles['figure']} suppressHydrationWarning>
            {figure}
          </span>
          {texts[unit]}
        </span>
      ))}
    </span>
  );
}
