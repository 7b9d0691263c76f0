import ShoppingCart from 'lucide-react/icons/shopping-cart';
import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { fill } from '#ui/fill.ts';
import { QuantityStepper } from '#ui/quantity-stepper/quantity-stepper.tsx';
import styles from './buy.module.css';
import type { CardProps } from './card-props.ts';

/** Quantity in packs and the button, or the reason why this good cannot be bought. */
export function Buy({ goods, texts, on }: Pick<CardProps, 'goods' | 'texts' | 'on'>) {
  const least = Math.ceil(goods.qg_number / goods.zbz) * goods.zbz;
  const [number, setNumber] = useState(least);
  const [busy, setBusy] = useState(false);
  const { add } = on;
  if (goods.is_buy === 0 || !add) {
    return <p className={styles['notice']}>{goods.buy_notice ?? ''}</p>;
  }
  const buy = async () => {
    setBusy(true);
    await add({ goods_id: goods.id, number, ck_id: goods.ck_id });
    setBusy(false);
  };
  return (
    <div className={styles['buy']}>
      <QuantityStepper
        size="sm"
        label={fill(texts.added, { name: goods.name })}
        value={number}
        min={least}
        step={goods.zbz}
        max={goods.number ?? undefined}
        onChange={setNumber}
      />
      <Button
        size="sm"
        variant="accent"
        className={styles['button']}
        busy={busy}
        icon={<ShoppingCart aria-hidden="true" />}
        onClick={() => void buy()}
      >
        {texts.add}
      </Button>
    </div>
  );
}
