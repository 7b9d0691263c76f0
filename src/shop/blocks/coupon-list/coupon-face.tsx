import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Tag } from '#engine/ui/tag/tag.tsx';
import type { BlockProps } from '#generated/blocks.ts';
import type { Coupon } from '#generated/schemas.ts';
import { formatDate, formatYuan } from '#shop/domain/format.ts';
import styles from './coupon-list.module.css';

type Texts = BlockProps['coupon-list']['texts'];

interface CouponFaceProps {
  coupon: Coupon;
  texts: Texts;
  /** Shows the state of one that can no longer be used. */
  status?: boolean;
}

/** Worth, threshold, scope and date of one coupon; what it does to this order, or why it cannot. */
export function CouponFace({ coupon, texts, status = false }: CouponFaceProps) {
  const dead = coupon.usable === false || coupon.status !== 'unused';
  const threshold =
    coupon.threshold > 0 ? fill(texts.threshold, { n: plain(coupon.threshold) }) : texts.noThreshold;
  return (
    <span className={cx(styles['face'], dead && styles['dead'])}>
      <span className={styles['worth']}>
        <Worth coupon={coupon} texts={texts} />
        <span className={styles['threshold']}>{threshold}</span>
      </span>
      <span className={styles['about']}>
        <span className={styles['name']}>
          {coupon.name}
          {coupon.best === 1 && <Tag tone="promo">{texts.best}</Tag>}
          {status && coupon.status !== 'unused' && <Tag>{texts[coupon.status]}</Tag>}
        </span>
        <span className={styles['small']}>
          {coupon.scope_text} · {fill(texts.until, { n: formatDate(coupon.ends_at) })}
        </span>
        {!!coupon.reduce && (
          <span className={styles['reduce']}>{fill(texts.reduce, { n: formatYuan(coupon.reduce) })}</span>
        )}
        <Gain coupon={coupon} texts={texts} />
        {coupon.reason && <span className={styles['reason']}>{coupon.reason}</span>}
      </span>
    </span>
  );
}

/** What it changes in the end, where that is not what it takes off: other reductions give way to coupons. */
function Gain({ coupon: { reduce, gain }, texts }: { coupon: Coupon; texts: Texts }) {
  if (gain === undefined || gain === reduce) return null;
  const words = gain > 0 ? texts.gain : texts.loss;
  return (
    <span className={gain > 0 ? styles['reduce'] : styles['reason']}>
      {fill(gain === 0 ? texts.same : words, { n: formatYuan(Math.abs(gain)) })}
    </span>
  );
}

function Worth({ coupon, texts }: { coupon: Coupon; texts: Texts }) {
  if (coupon.kind === 'percent') {
    return <span className={styles['figure']}>{fill(texts.percent, { n: plain(coupon.value * 10) })}</span>;
  }
  return (
    <span className={styles['figure']}>
      <span className={styles['sign']}>¥</span>
      {plain(coupon.value)}
    </span>
  );
}

/** 20 and 9.5, not 20.00 and 9.50: what a coupon promises is a round figure. */
const plain = (value: number) => String(Number(value.toFixed(2)));
