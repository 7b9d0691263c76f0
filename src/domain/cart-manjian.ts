import type { UnitPriced } from './cart-units.ts';
import { missingFor } from './cart-units.ts';
import type { Fen } from './money.ts';
import type { AmountEffect } from './promotions/effect.ts';
import type { Missed } from './promotions/explanation.ts';
import { barredFrom, covers, type OpenPromotion, ofStage } from './promotions/open.ts';
import { spread } from './spread.ts';

/** A full reduction with the lines that it counts. */
export interface Reduction {
  promotion: OpenPromotion<AmountEffect>;
  lines: readonly UnitPriced[];
  eligible: Fen;
}

/** The full reductions that the cart's goods belong to; a good in several belongs to the one asked for, or the first. */
export function reductionsOf(
  lines: readonly UnitPriced[],
  open: readonly OpenPromotion[],
  counted: (line: UnitPriced) => boolean,
): Reduction[] {
  const amounts = ofStage(open, 'amount');
  return amounts
    .filter((promotion) => lines.some(({ entry }) => belongsTo(amounts, entry) === promotion))
    .map((promotion) => {
      const its = lines.filter((line) => counted(line) && belongsTo(amounts, line.entry) === promotion);
      return { promotion, lines: its, eligible: amountOf(its) };
    });
}

function belongsTo(
  amounts: readonly OpenPromotion<AmountEffect>[],
  entry: UnitPriced['entry'],
): OpenPromotion<AmountEffect> | undefined {
  const its = amounts.filter((one) => covers(one, entry) && barredFrom(one, entry) === null);
  return its.find(({ id }) => id === entry.manjianId) ?? its[0];
}

/** What its counted lines come to. */
export function amountOf(lines: readonly UnitPriced[]): Fen {
  return lines.reduce((sum, { price, entry }) => sum + price * entry.number, 0);
}

/** Each line's share of the reduction; the shares add up to it (largest remainder). */
export function shareReduction({ promotion, lines, eligible }: Reduction): Map<number, Fen> {
  const weights = lines.map(({ entry, price }) => ({ key: entry.id, weight: price * entry.number }));
  return spread(promotion.effect.reduce(eligible), weights);
}

/** Why full reductions do not, or could further, make a line cheaper. */
export function missedReductions(
  line: UnitPriced,
  open: readonly OpenPromotion[],
  reductions: readonly Reduction[],
): Missed[] {
  const amounts = ofStage(open, 'amount').filter((promotion) => covers(promotion, line.entry));
  const own = belongsTo(amounts, line.entry);
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
  const barred = barredFrom(promotion, line.entry);
  if (barred !== null) return barred;
  if (!line.ordinary) return '特价与组合商品不参加';
  if (own && own !== promotion) return `已参加${own.name}`;
  const reduction = reductions.find((one) => one.promotion === promotion);
  const next = reduction && promotion.effect.next(reduction.eligible);
  return next ? missingFor(next) : null;
}
