import { cx } from '../cx.ts';
import { useGate } from '../gate/gate.ts';
import { useTexts } from '../texts.ts';
import { type Currency, useCurrency } from './currency.ts';
import styles from './price.module.css';

export interface PriceProps {
  /** The formatted amount, such as `12.50` or `¥1,280.00`; null when it may not be seen. */
  amount: string | null;
  /** Stands where the amount would; without it, what the reader's gate says, e.g. 登录后可见. */
  notice?: string | null | undefined;
  /** After the amount, e.g. 盒. */
  unit?: string | undefined;
  /** Struck through beside it. */
  original?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
  originalLabel?: string;
  className?: string | undefined;
}

/** The figures of a formatted amount, whether it came with its symbol or without. */
function figuresOf(amount: string, { decimal }: Currency) {
  const [, sign = '', figures = ''] = /^(-?)\P{Nd}*(.*?)\P{Nd}*$/u.exec(amount) ?? [];
  const at = figures.lastIndexOf(decimal);
  const whole = at === -1 ? figures : figures.slice(0, at);
  return { sign, whole, decimals: figures.slice(whole.length) };
}

/** An amount of money: small symbol, large whole part, small decimals; or the reason why it is not shown. */
export function Price({ amount, notice, unit, original, size = 'md', originalLabel, className }: PriceProps) {
  const gate = useGate();
  const currency = useCurrency();
  const { originalPrice, marks } = useTexts();
  if (amount === null)
    return <span className={cx(styles['notice'], className)}>{notice ?? gate?.notice}</span>;
  const { before, after } = currency;
  const { sign, whole, decimals } = figuresOf(amount, currency);
  const earlier = original ? figuresOf(original, currency) : null;
  return (
    <span className={cx(styles['price'], styles[size], className)}>
      <span className={styles['amount']}>
        {sign}
        {before && <span className={styles['sign']}>{before}</span>}
        {whole}
        {decimals && <span className={styles['decimals']}>{decimals}</span>}
        {after && <span className={styles['sign']}>{after}</span>}
      </span>
      {unit && `/${unit}`}
      {earlier && (
        <del>
          <span className="visually-hidden">{(originalLabel ?? originalPrice) + marks.space}</span>
          {before + earlier.whole + earlier.decimals + after}
        </del>
      )}
    </span>
  );
}
