import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './set-picker.module.css';

/** A set to choose: quantities that add up to what the set requires, then into the cart as one. */
function SetPicker({ label, offers, choose, price, texts, on }: BlockComponentProps<'set-picker'>) {
  const [quantities, setQuantities] = useState<Record<number, number>>({});
  const [busy, setBusy] = useState(false);
  const chosen = Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0);
  const required = choose ?? 1;
  const more = Math.max(0, required - chosen);
  /** Why nothing of it can be bought; said once instead of a button that would be refused. */
  const notice = offers.some(({ goods }) => goods.is_buy === 1) ? null : offers[0]?.goods.buy_notice;
  const add = async () => {
    setBusy(true);
    const choice = Object.entries(quantities)
      .filter(([, quantity]) => quantity > 0)
      .map(([goods_id, quantity]) => ({ goods_id: Number(goods_id), number: quantity }));
    const outcome = await on.add?.({ choice });
    if (outcome?.ok) setQuantities({});
    setBusy(false);
  };
  return (
    <div className={styles['picker']}>
      <ul className={styles['list']} aria-label={label}>
        {offers.map(({ id, goods }) => (
          <li key={id} className={styles['offer']}>
            <Image src={goods.image} alt="" width={96} height={96} className={styles['picture']} />
            <span className={styles['about']}>
              <span className={styles['name']}>{goods.name}</span>
              <span className={styles['spec']}>{goods.ypgg}</span>
              <Price
                size="sm"
                amount={goods.price === null ? null : formatYuan(goods.price)}
                notice={goods.price_notice}
                unit={goods.bzdw}
              />
            </span>
            <QuantityStepper
              size="sm"
              label={fill(texts.number, { name: goods.name })}
              value={quantities[goods.id] ?? 0}
              min={0}
              step={1}
              max={(quantities[goods.id] ?? 0) + more}
              disabled={goods.is_buy !== 1}
              onChange={(quantity) => setQuantities({ ...quantities, [goods.id]: quantity })}
            />
          </li>
        ))}
      </ul>
      <p className={styles['bar']}>
        {price !== null && <span>{fill(texts.price, { n: formatYuan(price) })}</span>}
        <output className={styles['state']}>
          {notice
            ? notice
            : more > 0
              ? fill(texts.missing, { n: chosen, more })
              : fill(texts.full, { n: chosen })}
        </output>
        {notice && <GateButton />}
        {on.add && !notice && (
          <Button variant="accent" busy={busy} disabled={more > 0} onClick={() => void add()}>
            {texts.add}
          </Button>
        )}
      </p>
    </div>
  );
}

export default defineBlock('set-picker', SetPicker);
