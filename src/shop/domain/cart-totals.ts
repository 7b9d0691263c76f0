import type { Fen } from './money.ts';

/** Kinds of cart lines (spec §3 `type`). */
export const LINE_TYPE = { plain: 0, spike: 1, combination: 3 } as const;

/** The figures of one cart line that totals are made of. Money in fen. */
export interface LineFigures {
  id: number;
  type: number;
  quantity: number;
  price: Fen;
  selected: boolean;
  /** A coupon could be used on it: whether one is, or pays off, only the checkout knows. */
  withCoupon: boolean;
  /** `goods_manjian_amount`: the line's share of a full reduction. */
  manjianAmount: Fen;
  /** `gift_data.total` */
  giftTotal: Fen;
  /** `goods.is_buy` */
  purchasable: boolean;
  /** `goods.number` */
  stock: number;
}

export interface CartTotals {
  total: Fen;
  selectedTotal: Fen;
  /** What counts towards the threshold of a coupon for everything (spec §9). */
  couponTotal: Fen;
  manjianReduce: Fen;
  quantity: number;
  kinds: number;
  selectedQuantity: number;
  selectedIds: number[];
  allSelected: boolean;
}

/** Quantity × price, before reductions. */
export function lineAmount(line: Pick<LineFigures, 'quantity' | 'price'>): Fen {
  return line.quantity * line.price;
}

/** Whether a line can be selected: purchasable and in stock; combinations regardless of stock (spec §4, §9). */
function selectable(line: Pick<LineFigures, 'type' | 'quantity' | 'purchasable' | 'stock'>): boolean {
  return line.purchasable && (line.type === LINE_TYPE.combination || line.stock >= line.quantity);
}

/** Whether a line counts towards the selected total. */
export function counts(line: LineFigures): boolean {
  return line.selected && selectable(line);
}

/** What a counted line comes to: amount - manjian share + gift total (spec §9). */
export function lineTotal(
  line: Pick<LineFigures, 'quantity' | 'price' | 'manjianAmount' | 'giftTotal'>,
): Fen {
  return lineAmount(line) - line.manjianAmount + line.giftTotal;
}

/** The totals of a cart (spec §9). The order of lines does not matter, except that `selectedIds` follows it. */
export function cartTotals(lines: readonly LineFigures[]): CartTotals {
  const counted = lines.filter(counts);
  const choosable = lines.filter(selectable);
  return {
    total: sum(lines, (line) => lineAmount(line) + line.giftTotal),
    selectedTotal: sum(counted, lineTotal),
    couponTotal: sum(
      counted.filter((line) => line.withCoupon),
      lineTotal,
    ),
    manjianReduce: sum(counted, (line) => line.manjianAmount),
    quantity: sum(lines, (line) => line.quantity),
    kinds: lines.length,
    selectedQuantity: sum(counted, (line) => line.quantity),
    selectedIds: counted.map((line) => line.id),
    allSelected: choosable.length > 0 && counted.length === choosable.length,
  };
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
