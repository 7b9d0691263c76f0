import { useAtomValue } from 'jotai';
import { nowAtom } from '#engine/runtime/clock.ts';
import { secondsOf } from '#engine/runtime/format/moment.ts';
import { Countdown as Figures } from '#engine/ui/countdown/countdown.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

function Countdown({ until, label, endedText }: BlockComponentProps<'countdown'>) {
  const left = (secondsOf(until) ?? 0) - useAtomValue(nowAtom);
  return left > 0 ? <Figures seconds={left} label={label} /> : <p>{endedText}</p>;
}

export default defineBlock('countdown', Countdown);
