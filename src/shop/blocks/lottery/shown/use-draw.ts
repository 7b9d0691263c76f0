import { useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import type { LotteryPrize, LotteryResult } from '#generated/schemas.ts';
import { useLight } from './use-light.ts';

/** spec §4: shown, drawing, the result, the closing animation, and hidden again. */
export type Stage =
  | { is: 'shown' }
  | { is: 'drawing' }
  | { is: 'result'; result: LotteryResult }
  | { is: 'closing' }
  | { is: 'hidden' };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Options = Pick<BlockComponentProps<'lottery'>, 'resultDelay' | 'closeDuration' | 'on'> & {
  /** Which lottery. */
  id: number;
  prizes: readonly LotteryPrize[];
};

/** The stages of a draw and what leads from one to the next. The server draws the prize; the running light only ends on it. */
export function useDraw({ id, prizes, resultDelay, closeDuration, on }: Options) {
  const [stage, setStage] = useState<Stage>({ is: 'shown' });
  const light = useLight();
  const closed = useRef(false);
  const leaveQuestion = useRef<AbortController>(null);

  async function draw(): Promise<void> {
    setStage({ is: 'drawing' });
    light.run(prizes.length);
    const began = performance.now();
    const outcome = await on.draw?.({ id });
    const result = outcome?.ok ? outcome.data : undefined;
    if (result) {
      const position = prizes.findIndex((prize) => prize.id === result.prize_id);
      await light.land(position, prizes.length, resultDelay - (performance.now() - began));
    } else light.stop();
    /* The dialog that asks whether to leave before the result is out of date. */
    leaveQuestion.current?.abort();
    if (!closed.current) setStage(result ? { is: 'result', result } : { is: 'shown' });
    if (result) await on.drawn?.({ result });
  }

  async function close(): Promise<void> {
    leaveQuestion.current = new AbortController();
    if (stage.is === 'drawing' && (await on.leave?.(undefined, leaveQuestion.current.signal))?.ok === false)
      return;
    closed.current = true;
    setStage({ is: 'closing' });
    await pause(closeDuration);
    setStage({ is: 'hidden' });
  }

  return { stage, lit: light.lit, draw, close };
}
