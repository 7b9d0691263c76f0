import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { fill } from '#engine/ui/fill.ts';
import type { LotteryResult } from '#generated/schemas.ts';
import styles from './outcome.module.css';

interface OutcomeProps {
  drawing: boolean;
  result: LotteryResult | undefined;
  texts: BlockComponentProps<'lottery'>['texts'];
}

/** That the draw is running, then its result; also read out by screen readers. */
export function Outcome({ drawing, result, texts }: OutcomeProps) {
  const won = result !== undefined && result.kind !== 'none';
  return (
    <div role="status" className={styles['outcome']}>
      {drawing && texts.drawing}
      {result && (
        <>
          <strong className={styles['prize']} data-won={won}>
            {fill(won ? texts.won : texts.lost, { n: result.name })}
          </strong>
          <span className={styles['remarks']}>{result.remarks}</span>
        </>
      )}
    </div>
  );
}
