import { useAtomValue } from 'jotai';
import { nowAtom } from '#engine/runtime/clock.ts';
import { Countdown } from '#engine/ui/countdown/countdown.tsx';
import { fill } from '#engine/ui/fill.ts';
import type { BlockProps } from '#generated/blocks.ts';
import type { Spike } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './offer.module.css';

type Texts = BlockProps['goods-detail']['texts'];

interface SpikeStripProps {
  spike: Spike;
  unit: string;
  texts: Texts;
}

/**
 * A flash sale under way: what is gone and left of it, what this buyer may have, for who may see it; and how long it lasts
 * by the server's clock.
 */
export function SpikeStrip({ spike, unit, texts }: SpikeStripProps) {
  const now = useAtomValue(nowAtom);
  const { total, sold, left, limit } = spike;
  return (
    <p className={styles['spike']}>
      <strong>{spike.name ?? texts.spike}</strong>
      {sold !== null && total !== null && <span>{fill(texts.spikeLeft, { sold, total })}</span>}
      {left !== null && <span>{fill(texts.spikeStock, { n: left, unit })}</span>}
      {limit !== null && total !== null && limit < total && (
        <span>{fill(texts.spikeLimit, { n: limit, unit })}</span>
      )}
      <Countdown seconds={spike.ends_at - now} label={texts.spikeEnds} inverse />
    </p>
  );
}

/** What this buyer may still have at the sale's price, once some of it has been bought; nothing before. */
export function SpikeRest({ spike, unit, texts }: SpikeStripProps) {
  const { allowance, limit, ordinary } = spike;
  if (allowance === null || limit === null || allowance >= limit || ordinary === null) return null;
  return (
    <p className={styles['rest']}>
      {allowance === 0
        ? fill(texts.spikeUsed, { price: formatYuan(ordinary) })
        : fill(texts.spikeAllowance, { n: allowance, unit })}
    </p>
  );
}
