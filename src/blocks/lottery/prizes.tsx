import type { LotteryActivity, LotteryRecord } from '#generated/schemas.ts';
import { fill } from '#ui/fill.ts';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './prizes.module.css';

interface PrizesProps {
  activity: LotteryActivity;
  winners: readonly LotteryRecord[];
  drawing: boolean;
  texts: BlockComponentProps<'lottery'>['texts'];
}

/** What can be won, the rules, and who won lately. While drawing a light runs over the prizes. */
export function Prizes({ activity, winners, drawing, texts }: PrizesProps) {
  return (
    <>
      <ul className={styles['prizes']} data-drawing={drawing}>
        {activity.prizes.map(({ id, name }) => (
          <li key={id} className={styles['prize']}>
            {name}
          </li>
        ))}
      </ul>
      <details className={styles['more']}>
        <summary>{texts.rules}</summary>
        <p>{activity.rules}</p>
        {winners.length > 0 && (
          <>
            <p className={styles['heading']}>{texts.winners}</p>
            <ul>
              {winners.map(({ id, company, name }) => (
                <li key={id}>{fill(texts.winner, { who: company, n: name })}</li>
              ))}
            </ul>
          </>
        )}
      </details>
    </>
  );
}
