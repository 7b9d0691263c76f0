import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './deal-bar.module.css';

/** Sets are bought in numbers up to this when nothing else limits them. */
const MOST = 999;

/** What a whole set costs and saves, how many, and the way into the cart. */
function DealBar({
  price,
  original,
  notice,
  stock,
  sold,
  limit,
  remark,
  unit,
  texts,
  on,
}: BlockComponentProps<'deal-bar'>) {
  const [quantity, setQuantity] = useState(1);
  const [busy, setBusy] = useState(false);
  const left = stock === null ? null : Math.max(0, stock - (sold ?? 0));
  const add = async () => {
    setBusy(true);
    await on.add?.({ number: quantity });
    setBusy(false);
  };
  return (
    <div className={styles['bar']}>
      <p className={styles['price']}>
        <span>{texts.whole}</span>
        <Price
          size="lg"
          amount={price === null ? null : formatYuan(price)}
          notice={notice}
          original={original === null ? null : formatYuan(original)}
          unit={unit}
        />
        {price !== null && original !== null && original > price && (
          <strong className={styles['saved']}>
            {fill(texts.saved, { n: formatYuan(original - price) })}
          </strong>
        )}
      </p>
      <p className={styles['facts']}>
        {left !== null && <span>{fill(texts.left, { n: left })}</span>}
        {limit !== null && <span>{fill(texts.limit, { n: limit })}</span>}
        {remark && <strong className={styles['remark']}>{remark}</strong>}
      </p>
      {left === 0 ? (
        <span className={styles['facts']}>{texts.gone}</span>
      ) : price === null ? (
        <GateButton />
      ) : (
        on.add && (
          <span className={styles['buy']}>
            <QuantityStepper
              label={texts.number}
              value={quantity}
              min={1}
              step={1}
              max={Math.min(left ?? MOST, limit ?? MOST)}
              onChange={setQuantity}
            />
            <Button variant="accent" busy={busy} onClick={() => void add()}>
              {texts.add}
            </Button>
          </span>
        )
      )}
    </div>
  );
}

export default defineBlock('deal-bar', DealBar);
