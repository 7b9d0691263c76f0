import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Price } from '#engine/ui/price/price.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './cart-table.module.css';
import { LineExplanation } from './line-explanation.tsx';
import type { Texts } from './texts.ts';

interface LinePriceProps {
  line: CartLine;
  price: number | null;
  texts: Texts;
  /** Instead of the reader's gate's. */
  notice: string | undefined;
}

/** Unit price, what it was, and what more would make it. */
export function LinePrice({ line, price, texts, notice }: LinePriceProps) {
  if (price === null) {
    return (
      <span className={styles['notice']}>
        <Price amount={null} notice={notice} />
      </span>
    );
  }
  const { base_price: base, bzdw } = line.goods;
  return (
    <span className={styles['price']}>
      <span className={styles['cellLabel']}>{texts.price}</span>
      <span>
        ¥{formatYuan(price)}
        <span className={styles['unit']}>/{bzdw}</span>
      </span>
      {base !== null && base > price && <del className={styles['small']}>¥{formatYuan(base)}</del>}
    </span>
  );
}

interface LineAmountProps {
  line: CartLine;
  amount: number | null;
  pending: boolean;
  texts: Texts;
}

/** Number × price, and what is taken off or given with it. */
export function LineAmount({ line, amount, pending, texts }: LineAmountProps) {
  const { goods_manjian_amount: shared, gift_data: gift } = line;
  return (
    <span className={cx(styles['amount'], pending && styles['pending'])} aria-busy={pending || undefined}>
      {amount === null ? (pending ? texts.pricing : '—') : `¥${formatYuan(amount)}`}
      {shared > 0 && <span className={styles['off']}>{fill(texts.shared, { n: formatYuan(shared) })}</span>}
      {gift.total > 0 && (
        <span className={styles['off']}>{fill(texts.gift, { n: formatYuan(gift.total) })}</span>
      )}
      {line.explanation && <LineExplanation explanation={line.explanation} texts={texts} />}
    </span>
  );
}
