import { useAtomValue } from 'jotai';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { nowAtom } from '#engine/runtime/clock.ts';
import { Countdown } from '#engine/ui/countdown/countdown.tsx';
import { fill } from '#engine/ui/fill.ts';

interface TimeLeftProps {
  /** Seconds; null where there is none. */
  from: number | null;
  until: number | null;
  /** Before the figures until the start, and until the end. */
  comingText?: string | undefined;
  openText?: string | undefined;
  /** In place of figures while the end is far off; `{date}` is its day. */
  farText: string;
  /** After the end; without it the figures stay at nothing. */
  endedText?: string | undefined;
  inverse?: boolean;
  farClass?: string | undefined;
  endedClass?: string | undefined;
}

/** Seconds left over which nobody counts the hours. */
const FAR = 60 * 86_400;

/** Until something starts, until it ends, or that it has ended: by the server's clock, so that it turns over at the second. */
export function TimeLeft(props: TimeLeftProps) {
  const { from, until, comingText, openText, farText, endedText, inverse = false } = props;
  const now = useAtomValue(nowAtom);
  const formats = useFormats();
  if (from !== null && now < from)
    return <Countdown inverse={inverse} seconds={from - now} label={comingText} />;
  if (until === null) return null;
  if (until - now > FAR)
    return <p className={props.farClass}>{fill(farText, { date: formats.date(until) })}</p>;
  if (now < until || endedText === undefined)
    return <Countdown inverse={inverse} seconds={until - now} label={openText} />;
  return <p className={props.endedClass}>{endedText}</p>;
}
