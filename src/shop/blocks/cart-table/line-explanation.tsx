import Info from '@lucide/icons/icons/info';
import { fill } from '#engine/ui/fill.ts';
import { Flyout } from '#engine/ui/flyout/flyout.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import type { Explanation } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './line-explanation.module.css';
import type { Texts } from './texts.ts';

interface LineExplanationProps {
  explanation: Explanation;
  texts: Texts;
}

const signed = (yuan: number) => `${yuan < 0 ? '-' : '+'}¥${formatYuan(Math.abs(yuan))}`;

/** How the line's price came about, rule by rule, and why other rules did not apply; opens on hover, focus or press. */
export function LineExplanation({ explanation, texts }: LineExplanationProps) {
  const { base, number: quantity, steps, missed, total } = explanation;
  if (steps.length + missed.length === 0) return null;
  return (
    <Flyout
      className={styles['button']}
      trigger={
        <>
          <Icon of={Info} />
          {texts.explain}
        </>
      }
    >
      <span className={styles['panel']}>
        <span className={styles['row']}>
          <span>{fill(texts.basePrice, { price: `¥${formatYuan(base)}`, n: quantity })}</span>
          <span>¥{formatYuan(Math.round(base * 100 * quantity) / 100)}</span>
        </span>
        {steps.map(({ kind, label, promotion_id, amount }) => (
          <span key={`${kind}${promotion_id}${label}`} className={styles['row']}>
            <span>{label}</span>
            <span className={styles['off']}>{signed(amount)}</span>
          </span>
        ))}
        <span className={styles['total']}>
          <span>{texts.lineTotal}</span>
          <span>¥{formatYuan(total)}</span>
        </span>
        {missed.length > 0 && <span className={styles['missedTitle']}>{texts.missed}</span>}
        {missed.map(({ kind, label, promotion_id, reason }) => (
          <span key={`${kind}${promotion_id}${label}`} className={styles['missed']}>
            {label}：{reason}
          </span>
        ))}
      </span>
    </Flyout>
  );
}
