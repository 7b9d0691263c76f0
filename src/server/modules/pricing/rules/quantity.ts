import { leastOf } from '#shop/domain/quantity.ts';

/** The quantities in which a good is sold. */
interface Packaging {
  split: boolean;
  zbz: number;
  min_number: number;
}

/** Units go in multiples of 中包装 unless the good may be split (domain §2). */
export function multipleOf({ split, zbz }: Pick<Packaging, 'split' | 'zbz'>): number {
  return split ? 1 : zbz;
}

/** `qg_number` wherever a good is shown: the least that may be bought, up to a whole 中包装 (domain §9). */
export function leastQuantity(facts: Packaging): number {
  return leastOf({ minimum: facts.min_number, multiple: multipleOf(facts) });
}
