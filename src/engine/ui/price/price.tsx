import { cx } from '../cx.ts';
import { useGate } from '../gate/gate.ts';
import { useCurrency } from './currency.ts';
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
}

/** What stands before the first digit of a formatted amount is its symbol. */
const withoutSymbol = (amount: string): string => amount.replace(/^[^\d-]+/, '');

/** An amount of money: small symbol, large whole part, small decimals; or the reason why it is not shown. */
export function Price({ amount, notice, unit, original, size = 'md', originalLabel = '原价' }: PriceProps) {
  const gate = useGate();
  const currency = useCurrency();
  if (amount === null) return <span className={styles['notice']}>{notice ?? gate?.notice}</span>;
  const [whole = '', decimals] = withoutSymbol(amount).split('.');
  return (
    <span className={cx(styles['price'], styles[size])}>
      <span className={styles['amount']}>
        <span className={styles['sign']}>{currency}</span>
        {whole}
        {decimals !== undefined && <span className={styles['decimals']}>.{decimals}</span>}
      </span>
      {unit && <span className={styles['unit']}>/{unit}</span>}
      {original && (
        <del className={styles['original']}>
          <span className="visually-hidden">{originalLabel}</span>
          {currency}
          {withoutSymbol(original)}
        </del>
      )}
    </span>
  );
}
