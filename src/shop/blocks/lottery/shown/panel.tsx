import type { LucideIconData } from '@lucide/icons';
import Banknote from '@lucide/icons/icons/banknote';
import Coins from '@lucide/icons/icons/coins';
import Smile from '@lucide/icons/icons/face-slightly-smiling';
import Gift from '@lucide/icons/icons/gift';
import RotateCw from '@lucide/icons/icons/rotate-cw';
import Ticket from '@lucide/icons/icons/ticket';
import { useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import type { LotteryActivity, LotteryPrize } from '#generated/schemas.ts';
import { Outcome } from './outcome.tsx';
import styles from './panel.module.css';
import { useDraw } from './use-draw.ts';

type PanelProps = Omit<BlockComponentProps<'lottery'>, 'activity'> & { activity: LotteryActivity };

/** The lottery as part of a page: its prizes with their pictures, and the ways to draw and to earn a chance. */
export default function Panel({ activity, texts, ...rest }: PanelProps) {
  const { prizes, points_cost: cost } = activity;
  const { stage, lit, draw } = useDraw({ ...rest, prizes, id: activity.id });
  const { run, running } = useOne();
  const drawing = stage.is === 'drawing';
  const result = stage.is === 'result' ? stage.result : undefined;
  const { on } = rest;
  return (
    <div className={styles['panel']} aria-busy={drawing}>
      <ul className={styles['prizes']} aria-label={texts.prizes}>
        {prizes.map((prize, position) => (
          <Prize key={prize.id} prize={prize} lit={position === lit} />
        ))}
      </ul>
      <Outcome {...{ drawing, result, texts }} />
      <p className={styles['actions']}>
        {on.draw && (
          <Button
            variant="accent"
            busy={drawing}
            disabled={activity.chances === 0}
            onClick={() => void draw()}
          >
            {drawing ? texts.drawing : result ? texts.again : texts.draw}
          </Button>
        )}
        {on.sign && activity.sign_chances > 0 && (
          <Button
            busy={running === 'sign'}
            disabled={activity.can_sign === 0}
            onClick={() => void run('sign', () => on.sign?.({ id: activity.id }))}
          >
            {activity.can_sign === 0 ? texts.signed : texts.sign}
          </Button>
        )}
        {on.buy && cost !== null && (
          <Button
            busy={running === 'buy'}
            disabled={activity.can_buy === 0}
            onClick={() => void run('buy', () => on.buy?.({ id: activity.id, points: cost }))}
          >
            {fill(texts.buy, { n: cost })}
          </Button>
        )}
        {on.draw && <span className={styles['chances']}>{fill(texts.chances, { n: activity.chances })}</span>}
      </p>
    </div>
  );
}

/** Which one thing is at work; the others wait for it. */
function useOne() {
  const [running, setRunning] = useState<string | null>(null);
  return {
    running,
    run: async (name: string, act: () => Promise<unknown> | undefined) => {
      if (running !== null) return;
      setRunning(name);
      await act();
      setRunning(null);
    },
  };
}

const ICONS: Readonly<Record<LotteryPrize['kind'], LucideIconData>> = {
  goods: Gift,
  points: Coins,
  coupon: Ticket,
  voucher: Banknote,
  again: RotateCw,
  none: Smile,
};

function Prize({ prize: { name, remarks, kind, image }, lit }: { prize: LotteryPrize; lit: boolean }) {
  const icon = ICONS[kind];
  return (
    <li className={styles['prize']} data-lit={lit || undefined}>
      <span className={styles['picture']}>
        {image ? <Image src={image} alt="" width={72} height={72} /> : <Icon of={icon} />}
      </span>
      <span className={styles['name']}>{name}</span>
      {remarks && <span className={styles['remarks']}>{remarks}</span>}
    </li>
  );
}
