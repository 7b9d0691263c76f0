import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { useAddToCart } from '../use-add-to-cart.ts';
import styles from './buy.module.css';
import type { CardProps } from './card-props.ts';

const CART = <Icon of={ShoppingCart} />;

/** Quantity and the button, or the reason why this good cannot be bought. */
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
      <Button
        size="sm"
        variant="accent"
        className={styles['button']}
        busy={busy}
        icon={CART}
        onClick={() => void add()}
      >
        {texts.add}
      </Button>
    </div>
  );
}
