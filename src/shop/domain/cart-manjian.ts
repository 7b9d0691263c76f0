import { chooseReductions } from './cart-reductions.ts';
import type { UnitPriced } from './cart-units.ts';
import { coversLine, missingText, notCountedReason } from './cart-units.ts';
import type { Fen } from './money.ts';
import type { AmountEffect } from './promotions/effect.ts';
import type { Missed } from './promotions/explanation.ts';
import { type OpenPromotion, ofStage } from './promotions/open.ts';
import { spread } from './spread.ts';

/** A full reduction with the lines that it counts. */
export interface Reduction {
  promotion: OpenPromotion<AmountEffect>;
  /** Ids of the lines that belong to it, counted or not. */
  members: ReadonlySet<number>;
  lines: readonly UnitPriced[];
  eligible: Fen;
}

/**
 * The full reductions that the cart's goods belong to. A good in several belongs to the one that the buyer chose, else to the one
 * with which the whole cart comes cheapest.
 */
export function reductionsOf(
  lines: readonly UnitPriced[],
  open: readonly OpenPromotion[],
  counted: (line: UnitPriced) => boolean,
): Reduction[] {
  const amounts = ofStage(open, 'amount');
  const choice = chooseReductions(lines, amounts, counted);
  return amounts.flatMap((promotion) => {
    const its = lines.filter(({ entry }) => choice.get(entry.id) === promotion);
    if (its.length === 0) return [];
    const members = new Set(its.map(({ entry }) => entry.id));
    const summed = its.filter(counted);
    return [{ promotion, members, lines: summed, eligible: amountOf(summed) }];
  });
}

/** What its counted lines come to. */
export function amountOf(lines: readonly UnitPriced[]): Fen {
  return lines.reduce((sum, { price, entry }) => sum + price * entry.quantity, 0);
}

/** Each line's share of the reduction; the shares add up to it (largest remainder). */
export function shareReduction({ promotion, lines, eligible }: Reduction): Map<number, Fen> {
  const weights = lines.map(({ entry, price }) => ({ key: entry.id, weight: price * entry.quantity }));
  return spread(promotion.effect.reduce(eligible), weights);
}

/** Why full reductions do not, or could further, make a line cheaper. */
export function missedReductions(
  line: UnitPriced,
  open: readonly OpenPromotion[],
  reductions: readonly Reduction[],
): Missed[] {
  const amounts = ofStage(open, 'amount').filter((promotion) => coversLine(promotion, line));
  const own = reductions.find(({ members }) => members.has(line.entry.id))?.promotion;
  return amounts.flatMap((promotion) => {
    const reason = reasonFor(promotion, line, own, reductions);
    const { kind, id, name } = promotion;
    return reason === null ? [] : [{ kind, label: name, promotionId: id, reason }];
  });
}

function reasonFor(
  promotion: OpenPromotion<AmountEffect>,
  line: UnitPriced,
  own: OpenPromotion | undefined,
  reductions: readonly Reduction[],
): string | null {
  const out = notCountedReason(promotion, line);
  if (out !== null) return out;
  if (own && own !== promotion) return `已参加${own.name}`;
  const reduction = reductions.find((one) => one.promotion === promotion);
  const next = reduction && promotion.effect.next(reduction.eligible);
  return next ? missingText(next) : null;
}
