import { useState } from 'react';
import type { CouponCard } from '#engine/generated/schemas.ts';
import { secondsOf } from '#engine/runtime/format/moment.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import type { BlockComponentProps } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import { CopyCode } from './copy-code.tsx';
import styles from './coupon-cards.module.css';

type Block = BlockComponentProps<'coupon-cards'>;

interface CouponProps extends Pick<Block, 'level' | 'texts'> {
  coupon: CouponCard;
  /** Where it can be used. */
  to: string | undefined;
  claim: Block['on']['claim'];
}

/** Its worth on the stub; beside it what it is, how long and for what it holds, and the button. */
export function Coupon({ coupon, to, level, texts, claim }: CouponProps) {
  const Name = level === 2 ? 'h2' : 'h3';
  const { name, code, limits, left, state = 'open' } = coupon;
  const dead = state === 'used' || state === 'gone' || state === 'expired';
  return (
    <article className={cx(styles['card'], dead && styles['dead'])}>
      <Worth coupon={coupon} texts={texts} />
      <div className={styles['about']}>
        <Name className={styles['name']}>{name}</Name>
        <Term coupon={coupon} texts={texts} />
        {limits && <p className={styles['small']}>{limits}</p>}
        {code && !dead && <CopyCode code={code} texts={texts} />}
        <div className={styles['foot']}>
          {typeof left === 'number' && state === 'open' && (
            <span className={styles['small']}>{fill(texts.left, { n: left })}</span>
          )}
          {dead ? (
            <span className={styles['state']}>{texts[state]}</span>
          ) : (
            <Way coupon={coupon} to={to} texts={texts} claim={claim} />
          )}
        </div>
      </div>
    </article>
  );
}

/** How much it takes off, and from what sum on. */
function Worth({ coupon: { amount, percent, threshold }, texts }: Pick<CouponProps, 'coupon' | 'texts'>) {
  const formats = useFormats();
  return (
    <p className={styles['stub']}>
      <span className={styles['figure']}>
        {typeof percent === 'number'
          ? fill(texts.percent, { n: formats.number(percent), fold: formats.number((100 - percent) / 10) })
          : typeof amount === 'number' && whole(formats.money(amount))}
      </span>
      <span>
        {typeof threshold === 'number'
          ? fill(texts.threshold, { amount: whole(formats.money(threshold)) })
          : texts.noThreshold}
      </span>
    </p>
  );
}

/** ¥20 and not ¥20.00: what a coupon promises is a round figure. */
const whole = (money: string) => money.replace(/[.,]00(?=\D*$)/, '');

/** From when to when it holds. */
function Term({ coupon: { starts_at: from, ends_at: until }, texts }: Pick<CouponProps, 'coupon' | 'texts'>) {
  const formats = useFormats();
  const shown = (moment: CouponCard['ends_at']) => {
    const seconds = secondsOf(moment);
    return seconds === null ? '' : formats.date(seconds);
  };
  const dates = { from: shown(from), until: shown(until) };
  const text =
    dates.from && dates.until
      ? texts.between
      : dates.until
        ? texts.until
        : dates.from
          ? texts.since
          : texts.always;
  return <p className={styles['small']}>{fill(text, dates)}</p>;
}

/** To claim it, or once it is claimed to use it. */
function Way({ coupon, to, texts, claim }: Omit<CouponProps, 'level'>) {
  const [busy, setBusy] = useState(false);
  if (coupon.state === 'claimed') {
    return (
      <>
        <span className={styles['state']}>{texts.claimed}</span>
        {to && (
          <Button size="sm" to={to}>
            {texts.use}
            <span className="visually-hidden"> {coupon.name}</span>
          </Button>
        )}
      </>
    );
  }
  if (!claim) return null;
  const press = async () => {
    setBusy(true);
    await claim({ coupon });
    setBusy(false);
  };
  return (
    <Button size="sm" variant="accent" busy={busy} onClick={() => void press()}>
      {texts.claim}
      <span className="visually-hidden"> {coupon.name}</span>
    </Button>
  );
}
