import { useState } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import styles from './cart-lines.module.css';
import type { LineProps } from './line-props.ts';

interface QuantityProps extends Pick<LineProps, 'line' | 'texts' | 'edit'> {
  quantity: number;
  busy: boolean;
}

/** How many, to be changed where the page listens to that; and how many there are when more was asked for. */
export function Quantity({ line, quantity, busy, texts, edit }: QuantityProps) {
  const [beyond, setBeyond] = useState(false);
  const { name, unit, stock, unavailable, min_quantity: min = 1, quantity_step: step = 1 } = line;
  if (!edit || unavailable) return <p className={styles['quantity']}>× {quantity}</p>;
  return (
    <div className={styles['quantity']}>
      <QuantityStepper
        size="sm"
        label={fill(texts.quantityOf, { name })}
        value={quantity}
        min={min}
        step={step}
        max={stock ?? undefined}
        busy={busy}
        onAboveMax={() => setBeyond(true)}
        onChange={(next) => {
          setBeyond(false);
          edit(next);
        }}
      />
      {beyond && (
        <span role="status" className={styles['beyond']}>
          {fill(texts.beyond, { n: stock ?? 0, unit: unit ?? '' })}
        </span>
      )}
    </div>
  );
}
