import type { UnitPriced } from './cart-units.ts';
import type { Fen } from './money.ts';
import type { AmountEffect } from './promotions/effect.ts';
import { barredReason, covers, type OpenPromotion } from './promotions/open.ts';

type FullReduction = OpenPromotion<AmountEffect>;

/** Which full reduction each line belongs to, by the line's id. */
type Choice = Map<number, FullReduction>;

/** Lines that may belong to any of the same full reductions. */
interface Move {
  lines: readonly UnitPriced[];
  among: readonly FullReduction[];
}

/**
 * Chooses for every line the full reduction it belongs to: the one that the buyer chose, the only one, or one with which no move of
 * a line, nor of all lines that have the same choice, takes more off the cart. Does not depend on the order of the lines.
 */
export function chooseReductions(
  lines: readonly UnitPriced[],
  amounts: readonly FullReduction[],
  counted: (line: UnitPriced) => boolean,
): Choice {
  const choice: Choice = new Map();
  const open: { line: UnitPriced; among: FullReduction[] }[] = [];
  for (const line of lines.toSorted((a, b) => a.entry.id - b.entry.id)) {
    const among = amounts.filter((one) => covers(one, line.entry) && barredReason(one, line.entry) === null);
    const chosen = among.find(({ id }) => id === line.entry.manjianId);
    const first = chosen ?? among[0];
    if (!first) continue;
    choice.set(line.entry.id, first);
    if (!chosen && among.length > 1 && counted(line)) open.push({ line, among });
  }
  if (open.length > 0) improve(choice, lines.filter(counted), movesOf(open));
  return choice;
}

/** First all lines with the same choice as one move, to reach a tier that no line reaches alone; then each line. */
function movesOf(open: readonly { line: UnitPriced; among: FullReduction[] }[]): Move[] {
  const alike = Map.groupBy(open, ({ among }) => among.map(({ id }) => id).join());
  const grouped = [...alike.values()].flatMap((group) =>
    group[0] ? [{ lines: group.map(({ line }) => line), among: group[0].among }] : [],
  );
  return [...grouped, ...open.map(({ line, among }) => ({ lines: [line], among }))];
}

/** Makes moves for as long as one takes more off: each gains a fen at least, so that there is an end. */
function improve(choice: Choice, counted: readonly UnitPriced[], moves: readonly Move[]): void {
  let best = reduced(choice, counted);
  for (let gained = true; gained; ) {
    gained = false;
    for (const { lines, among } of moves) {
      for (const promotion of among) {
        const before = lines.map(({ entry }) => [entry.id, choice.get(entry.id)] as const);
        for (const { entry } of lines) choice.set(entry.id, promotion);
        const total = reduced(choice, counted);
        if (total > best) {
          best = total;
          gained = true;
        } else for (const [id, was] of before) if (was) choice.set(id, was);
      }
    }
  }
}

/** What a choice takes off the counted lines in all. */
function reduced(choice: Choice, counted: readonly UnitPriced[]): Fen {
  const sums = new Map<FullReduction, Fen>();
  for (const { entry, price } of counted) {
    const promotion = choice.get(entry.id);
    if (promotion) sums.set(promotion, (sums.get(promotion) ?? 0) + price * entry.quantity);
  }
  return [...sums].reduce((sum, [{ effect }, eligible]) => sum + effect.reduce(eligible), 0);
}
