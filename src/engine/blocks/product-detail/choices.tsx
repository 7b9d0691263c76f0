import type { ProductVariant } from '#engine/generated/schemas.ts';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { choose, isOffered, type Variants } from './variants.ts';

interface ChoicesProps {
  variants: Variants;
  current: ProductVariant | null;
  /** Read aloud with a choice that is sold out. */
  soldOut: string;
  onChoose: (variant: ProductVariant) => void;
}

/** One row of choices for each group. One that is sold out can be looked at all the same. */
export function Choices({ variants, current, soldOut, onChoose }: ChoicesProps) {
  const chosen = current === null ? [] : variants.valuesOf(current);
  return variants.groups.map(({ name, values }, group) => (
    <RadioGroup
      key={name}
      legend={name}
      layout="chips"
      value={chosen[group] ?? null}
      options={values.map((value) => {
        const muted = !isOffered(variants, current, group, value);
        return {
          value,
          muted,
          label: (
            <>
              {value}
              {muted && <span className="visually-hidden"> {soldOut}</span>}
            </>
          ),
        };
      })}
      onChange={(value) => {
        const next = choose(variants, current, group, value);
        if (next !== null) onChoose(next);
      }}
    />
  ));
}
