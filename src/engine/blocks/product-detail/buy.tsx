import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import { useState } from 'react';
import type { ProductDetail, ProductVariant } from '#engine/generated/schemas.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { nearestQuantity } from '#engine/ui/quantity-stepper/quantity.ts';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import type { Offer } from './offer-of.ts';
import styles from './product-detail.module.css';

type Block = BlockComponentProps<'product-detail'>;

interface BuyProps extends Pick<Block, 'texts'> {
  product: ProductDetail;
  variant: ProductVariant | null;
  offer: Offer;
  add: Block['on']['add'];
}

/** The quantity and the way into the cart, or why there is none; nobody buys at a price that is not shown. */
export function Buy({ product, variant, offer, texts, add }: BuyProps) {
  const [wanted, setWanted] = useState(offer.min);
  const [busy, setBusy] = useState(false);
  if (offer.notice !== null) return <p className={styles['notice']}>{offer.notice}</p>;
  if (offer.price === null) return <GateButton size="lg" />;
  if (!add) return null;
  const bounds = { min: offer.min, step: offer.step, max: offer.stock ?? undefined };
  // Another variant may have less of it; what was wanted comes back with one that has more.
  const quantity = nearestQuantity(wanted, bounds);
  const press = async () => {
    setBusy(true);
    await add({ product, variant, quantity });
    setBusy(false);
  };
  return (
    <div className={styles['buy']}>
      <QuantityStepper label={texts.quantity} value={quantity} {...bounds} size="lg" onChange={setWanted} />
      <Button
        variant="accent"
        size="lg"
        busy={busy}
        icon={<Icon of={ShoppingCart} />}
        onClick={() => void press()}
      >
        {texts.add}
      </Button>
    </div>
  );
}
