import { useRef, useState } from 'react';
import type { LotteryResult } from '#generated/schemas.ts';
import type { BlockComponentProps } from '../define-block.ts';

/** spec §4: shown, drawing, the result, the closing animation, and hidden again. */
export type Stage =
  | { is: 'shown' }
  | { is: 'drawing' }
  | { is: 'result'; result: LotteryResult }
  | { is: 'closing' }
  | { is: 'hidden' };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

type Options = Pick<BlockComponentProps<'lottery'>, 'resultDelay' | 'closeDuration' | 'on'> & {
  /** Which lottery. */
  id: number;
};

/** The states of the popup and what leads from one to the next. The prize is settled before anything moves. */
export function useDraw({ id, resultDelay, closeDuration, on }: Options) {
  const [stage, setStage] = useState<Stage>({ is: 'shown' });
  const closed = useRef(false);
  const asking = useRef<AbortController>(null);

  async function draw(): Promise<void> {
    setStage({ is: 'drawing' });
    const began = performance.now();
    const outcome = await on.draw?.({ id });
    const result = outcome?.ok ? outcome.data : undefined;
    if (result) await pause(resultDelay - (performance.now() - began));
    /* Whether to leave before the result is no longer a question. */
    asking.current?.abort();
    if (!closed.current) setStage(result ? { is: 'result', result } : { is: 'shown' });
  }

  async function close(): Promise<void> {
    asking.current = new AbortController();
    if (stage.is === 'drawing' && (await on.leave?.(undefined, asking.current.signal))?.ok === false) return;
    closed.current = true;
    setStage({ is: 'closing' });
    await pause(closeDuration);
    setStage({ is: 'hidden' });
  }

  return { stage, draw, close };
}
