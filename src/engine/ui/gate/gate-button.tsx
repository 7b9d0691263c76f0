import { Button, type ButtonProps } from '../button/button.tsx';
import { useGate } from './gate.ts';

/** Leads whom a price is kept from to where that ends; nothing for who may see it. Blocks never name those pages themselves. */
export function GateButton(look: Pick<ButtonProps, 'variant' | 'size'>) {
  const way = useGate()?.link;
  return way ? (
    <Button variant="primary" {...look} to={way.to}>
      {way.text}
    </Button>
  ) : null;
}
