import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import type { GoodsCard } from '#generated/schemas.ts';
import { useAddToCart } from '../use-add-to-cart.ts';
import styles from './card.module.css';
import type { CardProps } from './card-props.ts';

/** The quantity in whole packs and the way into the cart, or why the good cannot be bought. */
export function Buy(props: CardProps) {
  const goods = props.buy?.(props.item);
  return isGoods(goods) && (props.canBuy?.(props.item) ?? true) ? (
    <AddToCart {...props} goods={goods} />
  ) : null;
}

/** The schema of the call that the item came by says so; here it only has to be a good at all. */
function isGoods(value: unknown): value is GoodsCard {
  return typeof value === 'object' && value !== null && 'ck_id' in value && 'qg_number' in value;
}

function AddToCart({
  goods,
  item,
  title,
  buyOff,
  buyText,
  numberText,
  on,
}: CardProps & { goods: GoodsCard }) {
  const send = on.add;
  const {
    bounds,
    number: quantity,
    setNumber: setQuantity,
    busy,
    add,
  } = useAddToCart(goods, send && ((line) => send({ ...line, row: item })));
  if (goods.is_buy === 0 || !send)
    return goods.buy_notice && <p className={styles['off']}>{goods.buy_notice}</p>;
  if (buyOff) return <p className={styles['off']}>{buyOff}</p>;
  return (
    <div className={styles['buy']}>
      <QuantityStepper
        size="sm"
        label={fill(numberText, { name: title(item) })}
        value={quantity}
        {...bounds}
        onChange={setQuantity}
      />
      <Button
        size="sm"
        variant="accent"
        busy={busy}
        aria-label={`${buyText} ${title(item)}`}
        onClick={() => void add()}
      >
        {buyText}
      </Button>
    </div>
  );
}
