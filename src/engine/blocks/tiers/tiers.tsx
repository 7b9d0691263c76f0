import Check from '@lucide/icons/icons/check';
import type { CSSProperties } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './tiers.module.css';

type Props = BlockComponentProps<'tiers'>;

interface Tier {
  at: number;
  gain: string;
  /** Where the tier before it stands. */
  from: number;
}

/** What comes at which amount, how far one is, and how much the next tier takes beyond what is on its way. */
function Tiers({ label, items, at, gain, value, pending, texts }: Props) {
  const formats = useFormats();
  const tiers = items.map((item, index): Tier => {
    const before = items[index - 1];
    return { at: at(item), gain: gain(item), from: before === undefined ? 0 : at(before) };
  });
  return (
    <div className={styles['tiers']}>
      <Where tiers={tiers} value={value} pending={pending} texts={texts} />
      <ol className={styles['list']} style={{ '--count': tiers.length } as CSSProperties} aria-label={label}>
        {tiers.map((tier) => (
          <li key={tier.at} className={cx(styles['tier'], reaches(value, tier) && styles['reached'])}>
            <Track tier={tier} value={value} pending={pending} />
            <p className={styles['words']}>
              <strong>{fill(texts.at, { n: formats.money(tier.at) })}</strong>
              <span className={styles['gain']}>{tier.gain}</span>
              {value !== null && (
                <span className={styles['state']}>
                  {reaches(value, tier)
                    ? texts.reached
                    : reaches(value + pending, tier)
                      ? texts.coming
                      : fill(texts.missing, { n: formats.money(tier.at - (value + pending)) })}
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Where({
  tiers,
  value,
  pending,
  texts,
}: Pick<Props, 'value' | 'pending' | 'texts'> & { tiers: Tier[] }) {
  const formats = useFormats();
  if (value === null) return <p className={styles['where']}>{texts.unknown}</p>;
  // What is on its way need not be bought once more.
  const ahead = value + pending;
  const next = tiers.find((tier) => !reaches(ahead, tier));
  const end = tiers.every((tier) => reaches(value, tier)) ? texts.all : texts.coming;
  return (
    <p className={styles['where']}>
      <span>{fill(texts.value, { n: formats.money(value) })}</span>
      {pending > 0 && <span>{fill(texts.pending, { n: formats.money(pending) })}</span>}
      <strong className={styles['next']}>
        {next ? fill(texts.next, { n: formats.money(next.at - ahead), gain: next.gain }) : end}
      </strong>
    </p>
  );
}

/** One tier's part of the way: for the eye only, the words beneath say the same. */
function Track({ tier, value, pending }: Pick<Props, 'value' | 'pending'> & { tier: Tier }) {
  return (
    <span className={styles['track']} aria-hidden="true">
      <span className={styles['ahead']} style={widthOf(tier, (value ?? 0) + pending)} />
      <span className={styles['done']} style={widthOf(tier, value ?? 0)} />
      <span className={styles['mark']}>{reaches(value, tier) && <Icon of={Check} />}</span>
    </span>
  );
}

function reaches(value: number | null, { at }: Tier): boolean {
  return value !== null && value >= at;
}

function widthOf({ from, at }: Tier, value: number): CSSProperties {
  const share = at > from ? (value - from) / (at - from) : 1;
  return { inlineSize: `${Math.min(1, Math.max(0, share)) * 100}%` };
}

export default defineBlock('tiers', Tiers, { Loading: () => <Skeleton height="5.5rem" /> });
