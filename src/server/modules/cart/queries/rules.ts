import {
  fitQuantity,
  type QuantityProblem,
  type QuantityRules,
  quantityProblem,
} from '#shop/domain/quantity.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { multipleOf } from '../../pricing/index.ts';
import type { CartFacts } from './facts.ts';
import type { LineGoods } from './line-goods.ts';

/** Why the buyer may not buy this good at all (Chinese text); null when it may. */
export function goodsNotice(facts: LineGoods, buyer: Member): string | null {
  if (!facts.on_sale) return '商品已下架';
  if (buyer.role === 'member') return '认证后可购买';
  if (!buyer.scopes.includes(facts.scope)) return '超出您的经营范围';
  if (facts.controlled && !facts.has_rights) return '控销商品，请先申请采购';
  return null;
}

/** Why the buyer may not buy this line's goods at all (Chinese text, naming the good of a set); null when it may. */
export function lineGoodsNotice(line: CartFacts, buyer: Member): string | null {
  if (line.parts.length === 0) return goodsNotice(line, buyer);
  const notices = line.parts.flatMap((part) => {
    const notice = goodsNotice(part, buyer);
    return notice === null ? [] : [`${part.name}：${notice}`];
  });
  return notices[0] ?? null;
}

/** The first limit that a line breaks, checked together with the cart's other lines of the same goods. */
export function lineProblem(line: CartFacts, cart: readonly CartFacts[]): QuantityProblem | null {
  const others = cart.filter((other) => other.id !== line.id);
  if (line.parts.length === 0)
    return quantityProblem(line.number, quantityRulesFor(line, line, others), line.unit);
  for (const part of line.parts) {
    const limits = { ...quantityRulesFor(part, line, others), minimum: 1, multiple: 1 };
    const problem = quantityProblem(part.each * line.number, limits, part.unit);
    if (problem) return { ...problem, text: `${part.name}：${problem.text}` };
  }
  return null;
}

/** The quantity nearest to `quantity` that the limits of a line's good allow; 0 where none is, or where it is a set. */
export function fitLine(line: CartFacts, cart: readonly CartFacts[], quantity: number): number {
  if (line.parts.length > 0) return 0;
  const others = cart.filter((other) => other.id !== line.id);
  return fitQuantity(quantity, quantityRulesFor(line, line, others));
}

type LimitedGoods = Pick<
  CartFacts,
  'goods_id' | 'min_number' | 'split' | 'zbz' | 'stock' | 'cap_order' | 'cap_month' | 'bought_month'
>;

/** The limits that remain for a good in this line after the other lines have taken theirs. */
function quantityRulesFor(goods: LimitedGoods, line: CartFacts, others: readonly CartFacts[]): QuantityRules {
  const sameStock = others.filter((other) => other.warehouse_id === line.warehouse_id);
  const inOtherLines = unitsOf(goods.goods_id, others);
  return {
    // An exchange is sold by its own offer, one by one.
    minimum: line.promotion_id === null ? Math.max(1, goods.min_number - inOtherLines) : 1,
    multiple: line.promotion_id === null ? multipleOf(goods) : 1,
    stock: goods.stock - unitsOf(goods.goods_id, sameStock),
    perOrder: goods.cap_order === null ? null : goods.cap_order - inOtherLines,
    allowance: goods.cap_month === null ? null : goods.cap_month - goods.bought_month - inOtherLines,
  };
}

/** Units of one good in these lines, including those in sets. */
function unitsOf(goodsId: number, lines: readonly CartFacts[]): number {
  return lines.reduce((sum, line) => {
    const parts = line.parts.length > 0 ? line.parts : [{ ...line, each: 1 }];
    const each = parts.find((part) => part.goods_id === goodsId)?.each ?? 0;
    return sum + each * line.number;
  }, 0);
}

/** Whether a line can be bought as it is, and the notice that its buyer sees. */
export interface Verdict {
  /** `goods.is_buy`: a shortage of stock alone leaves the good purchasable, in a smaller quantity. */
  purchasable: boolean;
  notice: string | null;
}

/** Checks one line of a cart against rights and limits. */
export function judgeLine(line: CartFacts, cart: readonly CartFacts[], buyer: Member): Verdict {
  const notice = lineGoodsNotice(line, buyer);
  if (notice !== null) return { purchasable: false, notice };
  const problem = lineProblem(line, cart);
  const short = problem?.code === 'stock' || problem?.code === 'sold-out';
  return { purchasable: problem === null || short, notice: problem?.text ?? null };
}
