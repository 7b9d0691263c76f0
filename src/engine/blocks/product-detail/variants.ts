import type { ProductDetail, ProductVariant } from '#engine/generated/schemas.ts';

/** One of the choices that lead to a variant. */
export interface ChoiceGroup {
  name: string;
  values: readonly string[];
}

export interface Variants {
  groups: readonly ChoiceGroup[];
  all: readonly ProductVariant[];
  /** The values of a variant, one for each group. */
  valuesOf: (variant: ProductVariant) => readonly string[];
}

/** The choices of a product; without groups of its own, its variants by name. `name` is that of such a group. */
export function variantsOf({ options = [], variants = [] }: ProductDetail, name: string): Variants {
  if (options.length > 0) return { groups: options, all: variants, valuesOf: ({ values = [] }) => values };
  const label = (variant: ProductVariant) => variant.name ?? String(variant.id);
  const groups = variants.length > 1 ? [{ name, values: variants.map(label) }] : [];
  return { groups, all: variants, valuesOf: (variant) => (groups.length > 0 ? [label(variant)] : []) };
}

const isBuyable = ({ stock, buy_notice: notice }: ProductVariant): boolean => stock !== 0 && !notice;

/** The variant that is requested, else the first that can be bought, else the first; null where there are none. */
export function firstVariant({ all }: Variants, id: string | number | null): ProductVariant | null {
  const requested = id === null ? undefined : all.find((variant) => String(variant.id) === String(id));
  return requested ?? all.find(isBuyable) ?? all[0] ?? null;
}

/** Can a variant with this value be bought, with the choices of the groups before it as they are? */
export function isOffered(
  variants: Variants,
  current: ProductVariant | null,
  group: number,
  value: string,
): boolean {
  const before = current === null ? [] : variants.valuesOf(current).slice(0, group);
  return variants.all.some((variant) => {
    const own = variants.valuesOf(variant);
    return own[group] === value && before.every((other, index) => own[index] === other) && isBuyable(variant);
  });
}

/** The variant with a chosen value: the one that keeps most of the other choices, and among those one that can be bought. */
export function choose(
  variants: Variants,
  current: ProductVariant | null,
  group: number,
  value: string,
): ProductVariant | null {
  const before = current === null ? [] : variants.valuesOf(current);
  const kept = (variant: ProductVariant) =>
    variants.valuesOf(variant).filter((own, index) => index !== group && own === before[index]).length;
  const [best] = variants.all
    .filter((variant) => variants.valuesOf(variant)[group] === value)
    .toSorted((a, b) => kept(b) - kept(a) || Number(isBuyable(b)) - Number(isBuyable(a)));
  return best ?? current;
}
