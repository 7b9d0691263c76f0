import { useGate } from '#engine/ui/gate/gate.ts';
import { Price, type PriceProps } from '#engine/ui/price/price.tsx';
import { useFormats } from './use-formats.ts';

interface AmountProps extends Pick<PriceProps, 'size'> {
  /** Null when this reader may not see it, or there is none. */
  amount: number | null;
  original?: number | null | undefined;
  unit?: string | null | undefined;
  texts: { original?: string; noPrice: string };
}

/** An amount as the site writes it; without one, what the reader lacks to see it, or that there is none. */
export function Amount({ amount, original, unit, size = 'md', texts }: AmountProps) {
  const formats = useFormats();
  const gate = useGate();
  return (
    <Price
      amount={amount === null ? null : formats.amount(amount)}
      notice={gate?.notice || texts.noPrice}
      original={typeof original === 'number' ? formats.amount(original) : null}
      unit={unit ?? undefined}
      size={size}
      {...(texts.original !== undefined && { originalLabel: texts.original })}
    />
  );
}
