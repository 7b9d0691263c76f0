import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { fill } from '#engine/ui/fill.ts';
import type { LotteryActivity, LotteryRecord } from '#generated/schemas.ts';
import styles from './more.module.css';

interface MoreProps {
  activity: LotteryActivity;
  winners: readonly LotteryRecord[];
  texts: BlockComponentProps<'lottery'>['texts'];
}

/** The rules, and who won lately, for who wants to know. */
export function More({ activity, winners, texts }: MoreProps) {
  return (
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
  );
}
