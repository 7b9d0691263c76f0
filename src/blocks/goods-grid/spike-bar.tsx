import type { Spike } from '#generated/schemas.ts';
import { fill } from '#ui/fill.ts';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

interface SpikeBarProps extends Pick<CardProps, 'texts'> {
  spike: Spike;
  unit: string;
}

/** How much of a flash sale is gone, and how much one member may take. */
export function SpikeBar({ spike, unit, texts }: SpikeBarProps) {
  const share = spike.total > 0 ? Math.min(100, Math.floor((spike.sold / spike.total) * 100)) : 100;
  const sold = fill(texts.sold, { n: share });
  return (
    <div className={styles['spike']}>
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['gone']} style={{ inlineSize: `${share}%` }} />
      </span>
      <p className={styles['progress']}>
        <span>{sold}</span>
        {spike.limit > 0 && <span>{fill(texts.limit, { n: spike.limit, unit })}</span>}
      </p>
    </div>
  );
}
