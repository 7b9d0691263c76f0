import { Button, type ButtonProps } from '../button/button.tsx';
import { useGate } from './gate.ts';

/** For a reader who may not see prices: the link to the page that changes that; else nothing. Blocks never name those pages. */
export function GateButton(look: Pick<ButtonProps, 'variant' | 'size'>) {
  const way = useGate()?.link;
  return way ? (
    <Button variant="primary" {...look} to={way.to}>
      {way.text}
    </Button>
  ) : null;
}
