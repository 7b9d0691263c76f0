import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { useAddToCart } from '../use-add-to-cart.ts';
import styles from './buy.module.css';
import type { CardProps } from './card-props.ts';

/**
 * Quantity and the button, or the reason why this good cannot be bought. The button has no icon: drawn on every card of a
 * page, it would be a tenth of its elements.
 */
export function Buy({ goods, texts, on }: Pick<CardProps, 'goods' | 'texts' | 'on'>) {
  const { bounds, number: quantity, setNumber: setQuantity, busy, add } = useAddToCart(goods, on.add);
  if (goods.is_buy === 0 || !on.add) {
    const { apply } = on;
    if (apply && goods.can_apply === 1) {
      return (
        <Button size="sm" onClick={() => void apply({ goods })}>
          {texts.apply}
        </Button>
      );
    }
    return <p className={styles['notice']}>{goods.buy_notice ?? ''}</p>;
  }
  return (
    <div className={styles['buy']}>
      <QuantityStepper
        size="sm"
        label={fill(texts.added, { name: goods.name })}
        value={quantity}
        {...bounds}
        onChange={setQuantity}
      />
      <Button size="sm" variant="accent" className={styles['button']} busy={busy} onClick={() => void add()}>
        {texts.add}
      </Button>
    </div>
  );
}
