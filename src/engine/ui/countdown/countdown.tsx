import { cx } from '../cx.ts';
import styles from './countdown.module.css';

export interface CountdownTexts {
  days: string;
  hours: string;
  minutes: string;
  seconds: string;
}

export interface CountdownProps {
  /** Left, in seconds; below 0 counts as 0. */
  seconds: number;
  /** Before the figures. */
  label?: string | undefined;
  /** On a dark ground. */
  inverse?: boolean;
  texts?: CountdownTexts;
}

const TEXTS: CountdownTexts = { days: '天', hours: '时', minutes: '分', seconds: '秒' };

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Days, hours, minutes and seconds left. Figures of fixed width, so that nothing around it moves. A second may pass
 * between the server's rendering and the browser's: the figures may differ then, the next tick puts them right.
 */
export function Countdown({ seconds, label, inverse = false, texts = TEXTS }: CountdownProps) {
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / 86_400);
  const parts: [string, string][] = [
    [String(days), texts.days],
    [two(Math.floor((left % 86_400) / 3600)), texts.hours],
    [two(Math.floor((left % 3600) / 60)), texts.minutes],
    [two(left % 60), texts.seconds],
  ];
  return (
    <span className={cx(styles['countdown'], inverse && styles['inverse'])} role="timer">
      {label && <span>{label}</span>}
      {parts.map(([figure, unit]) => (
        /* Of nothing the days are hidden, not left out: between the server and the browser the last one may pass. */
        <span
          key={unit}
          className={styles['part']}
          hidden={unit === texts.days && days === 0}
          suppressHydrationWarning
        >
          <span className={styles['figure']} suppressHydrationWarning>
            {figure}
          </span>
          {unit}
        </span>
      ))}
    </span>
  );
}
