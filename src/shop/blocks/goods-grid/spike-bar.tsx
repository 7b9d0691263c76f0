import { fill } from '#engine/ui/fill.ts';
import type { Spike } from '#generated/schemas.ts';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

interface SpikeBarProps extends Pick<CardProps, 'texts'> {
  spike: Spike;
  unit: string;
}

/** How much of a flash sale is gone, and how much one member may take; nothing for who may not see it. */
export function SpikeBar({ spike: { total, sold, limit }, unit, texts }: SpikeBarProps) {
  if (total === null || sold === null || limit === null) return null;
  const share = total > 0 ? Math.min(100, Math.floor((sold / total) * 100)) : 100;
  return (
    <div className={styles['spike']}>
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['gone']} style={{ inlineSize: `${share}%` }} />
      </span>
      <p className={styles['progress']}>
        <span>{fill(texts.sold, { n: share })}</span>
        {limit > 0 && <span>{fill(texts.limit, { n: limit, unit })}</span>}
      </p>
    </div>
  );
}
