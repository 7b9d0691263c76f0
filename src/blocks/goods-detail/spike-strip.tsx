import { useAtomValue } from 'jotai';
import type { Spike } from '#generated/schemas.ts';
import { nowAtom } from '#runtime/clock.ts';
import { Countdown } from '#ui/countdown/countdown.tsx';
import { fill } from '#ui/fill.ts';
import styles from './offer.module.css';

interface SpikeStripProps {
  spike: Spike;
  texts: { spike: string; spikeEnds: string; spikeLeft: string };
}

/** A flash sale under way: how much is gone, and how long it lasts by the server's clock. */
export function SpikeStrip({ spike, texts }: SpikeStripProps) {
  const now = useAtomValue(nowAtom);
  return (
    <p className={styles['spike']}>
      <strong>{spike.name ?? texts.spike}</strong>
      <span>{fill(texts.spikeLeft, { sold: spike.sold, total: spike.total })}</span>
      <Countdown seconds={spike.ends_at - now} label={texts.spikeEnds} inverse />
    </p>
  );
}
