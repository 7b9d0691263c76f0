import { useAtomValue } from 'jotai';
import { nowAtom } from '#engine/runtime/clock.ts';
import { Countdown as Figures } from '#engine/ui/countdown/countdown.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

function Countdown({ until, label, endedText }: BlockComponentProps<'countdown'>) {
  const end = typeof until === 'string' ? Date.parse(until) / 1000 : until;
  const left = end - useAtomValue(nowAtom);
  return left > 0 ? <Figures seconds={left} label={label} /> : <p>{endedText}</p>;
}

export default defineBlock('countdown', Countdown);
