import type { LotteryPrize } from '#generated/schemas.ts';
import styles from './prizes.module.css';

interface PrizesProps {
  prizes: readonly LotteryPrize[];
  /** The position of the light that runs over them; null when it is out. */
  lit: number | null;
}

/** What can be won, in a few words each. */
export function Prizes({ prizes, lit }: PrizesProps) {
  return (
    <ul className={styles['prizes']}>
      {prizes.map(({ id, name }, position) => (
        <li key={id} className={styles['prize']} data-lit={position === lit || undefined}>
          {name}
        </li>
      ))}
    </ul>
  );
}
