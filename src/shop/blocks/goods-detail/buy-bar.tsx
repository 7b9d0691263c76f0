import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { unitPrice } from '#shop/domain/goods-rules.ts';
import type { AddToCart } from '../use-add-to-cart.ts';
import styles from './buy-bar.module.css';

type BuyBarProps = Pick<BlockComponentProps<'goods-detail'>, 'goods' | 'texts'> & { buying: AddToCart };

/** On a phone, the price at the chosen quantity and the way into the cart, in reach wherever one reads. */
export function BuyBar({ goods, texts, buying: { number, busy, add } }: BuyBarProps) {
  const { price } = unitPrice(goods, number);
  return (
    <div role="group" className={styles['bar']} aria-label={texts.buyBar}>
      <Price
        amount={price === null ? null : formatYuan(price)}
        notice={goods.price_notice}
        unit={goods.bzdw}
        size="lg"
      />
      <Button
        variant="accent"
        size="lg"
        busy={busy}
        icon={<Icon of={ShoppingCart} />}
        onClick={() => void add()}
      >
        {texts.add}
      </Button>
    </div>
  );
}
