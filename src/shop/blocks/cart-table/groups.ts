import type { CartLine } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';

export interface CartGroup {
  id: number;
  name: string;
  lines: CartLine[];
}

/** Lines by the warehouse that they ship from, in the order of their first line: one warehouse, one parcel, one order. */
export function byWarehouse(lines: readonly CartLine[]): CartGroup[] {
  const groups = new Map<number, CartGroup>();
  for (const line of lines) {
    const group = groups.get(line.ck_id) ?? { id: line.ck_id, name: line.ck_name, lines: [] };
    group.lines.push(line);
    groups.set(line.ck_id, group);
  }
  return [...groups.values()];
}

/** Cannot be bought as it stands, but the cart can mend that: an exchange that is not earned yet, too many of a set. */
export const isWaiting = (line: CartLine) => line.is_waiting === 1;

/** Can never be bought as things stand: only deleting is left. */
export function isDead(line: CartLine): boolean {
  const { goods, type } = line;
  return (goods.is_buy === 0 && !isWaiting(line)) || (type !== LINE_TYPE.combination && goods.number <= 0);
}

/** Lines that are short of stock can be reduced, and selected after that (spec §4). */
export function isShort({ goods, type, number: quantity }: CartLine): boolean {
  return type !== LINE_TYPE.combination && quantity > goods.number;
}

/** A good of its own can wait for another day; a set or an exchange holds only with the rest of the cart. */
export const isSavable = ({ type }: CartLine) => type !== LINE_TYPE.combination;

export const isSelectable = (line: CartLine) => !isDead(line) && !isWaiting(line) && !isShort(line);
