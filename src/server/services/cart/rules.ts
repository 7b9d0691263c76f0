import { type QuantityProblem, type QuantityRules, quantityProblem } from '#domain/quantity.ts';
import type { Member } from '../../visitor.ts';
import type { CartFacts } from './facts.ts';

/** Why the buyer may not buy this good at all, in words; `null` when nothing stands against it. */
export function goodsNotice(facts: CartFacts, buyer: Member): string | null {
  if (!facts.on_sale) return '商品已下架';
  if (buyer.role === 'member') return '认证后可购买';
  if (!buyer.scopes.includes(facts.scope)) return '超出您的经营范围';
  if (facts.controlled && !facts.has_rights) return '控销商品，请先申请采购';
  return null;
}

/** Units go in multiples of 中包装 unless the good may be split (domain §2). */
export function multipleOf(facts: Pick<CartFacts, 'split' | 'zbz'>): number {
  return facts.split ? 1 : facts.zbz;
}

/** The first limit that a line breaks, judged together with the cart's other lines of the same good. */
export function lineProblem(line: CartFacts, cart: readonly CartFacts[]): QuantityProblem | null {
  return quantityProblem(line.number, rulesFor(line, cart), line.unit);
}

/** What limits this line once the other lines of the same good have had their part. */
function rulesFor(line: CartFacts, cart: readonly CartFacts[]): QuantityRules {
  const others = cart.filter((other) => other.goods_id === line.goods_id && other.id !== line.id);
  const sameStock = others.filter((other) => other.warehouse_id === line.warehouse_id);
  const elsewhere = units(others);
  return {
    minimum: Math.max(1, line.min_number - elsewhere),
    multiple: multipleOf(line),
    stock: line.stock - units(sameStock),
    perOrder: line.cap_order === null ? null : line.cap_order - elsewhere,
    allowance: line.cap_month === null ? null : line.cap_month - line.bought_month - elsewhere,
  };
}

function units(lines: readonly CartFacts[]): number {
  return lines.reduce((sum, line) => sum + line.number, 0);
}

/** Whether a line can be bought as it stands, and what its buyer is told. */
export interface Verdict {
  /** `goods.is_buy`: a shortage of stock alone leaves the good purchasable, in a smaller number. */
  purchasable: boolean;
  notice: string | null;
}

/** Judges one line of a cart. */
export function judge(line: CartFacts, cart: readonly CartFacts[], buyer: Member): Verdict {
  const barred = goodsNotice(line, buyer);
  if (barred !== null) return { purchasable: false, notice: barred };
  const problem = lineProblem(line, cart);
  const short = problem?.code === 'stock' || problem?.code === 'sold-out';
  return { purchasable: problem === null || short, notice: problem?.text ?? null };
}
