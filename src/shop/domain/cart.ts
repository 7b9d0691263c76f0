import type { CartEntry, CartTerms } from './cart-entry.ts';
import { giftsOf, type LineGift } from './cart-gifts.ts';
import type { CartHint } from './cart-hint.ts';
import { amountOf, missedReductions, type Reduction, reductionsOf, shareReduction } from './cart-manjian.ts';
import { allocateStock } from './cart-stock.ts';
import { type CartTotals, cartTotals, counts, type LineFigures, lineAmount } from './cart-totals.ts';
import { missingText, priceUnits, type UnitPriced, unearnedExchanges } from './cart-units.ts';
import { formatFen } from './format.ts';
import type { Fen } from './money.ts';
import { COUPON_BARRED } from './promotions/coupon.ts';
import { type Explanation, type Missed, takeOff } from './promotions/explanation.ts';
import { barredReason, covers, type OpenPromotion, ofStage, openPromotions } from './promotions/open.ts';
import { dpbyHint, type ShippingGroup, shippingGroup, shippingHint, shippingRemaining } from './shipping.ts';

/** A line of a cart with its price, its shares and how they came about. */
export interface PricedLine extends LineFigures {
  entry: CartEntry;
  amount: Fen;
  promotionId: number | null;
  offerId: number | null;
  setName: string | null;
  gifts: readonly LineGift[];
  /** Why it cannot be bought as it stands, for a reason that lies in its promotion. */
  notice: string | null;
  /** That can be mended in the cart: by fewer of it, or by more of what earns it. */
  mendable: boolean;
  ladderHint: string | null;
  saleHint: string | null;
  dpbyHint: string | null;
  /** The line's total without what comes with it. */
  explanation: Explanation;
}

/** A tier of a full reduction, and whether the cart meets it. */
export interface TierStatus {
  id: number;
  name: string;
  amount: Fen;
  reduce: Fen;
  met: boolean;
  /** A hint speaks of this one. */
  next: boolean;
}

/** What the selection lacks for free shipping; no hint without goods of the group in it. */
export interface ShippingStatus {
  remaining: Fen;
  hint: string | null;
}

/** A full reduction on its way to its next tier. */
export interface OpenReduction {
  promotionId: number;
  /** What its counted goods must come to. */
  target: Fen;
  missing: Fen;
  /** Ids of the counted lines. */
  lines: readonly number[];
  text: string;
  kind: string;
}

export interface PricedCart {
  lines: PricedLine[];
  totals: CartTotals;
  tiers: TierStatus[];
  /** What counts towards each open promotion that gives something beside the goods (gifts, exchanges), by its id. */
  counted: ReadonlyMap<number, Fen>;
  /** Of the goods that ship under the site's terms, of 优选 goods, and of those with ephedrine. */
  shipping: Record<ShippingGroup, ShippingStatus>;
  /** The full reductions that lack something for their next tier and have goods in the selection; the nearest first. */
  open: readonly OpenReduction[];
  /** What the counted goods of each full reduction come to, by its id. */
  reached: ReadonlyMap<number, Fen>;
  /** What is missing for the next tier of the full reduction whose next tier is nearest. */
  manjianHint: string | null;
  /** What more would bring beside that full reduction: others, gifts, exchanges. */
  moreHints: readonly CartHint[];
}

/**
 * Prices a cart: each line's price with its explanation, forced deselection (spec §4), shares of full reductions, gifts,
 * totals and hints (spec §9). Lines are answered in the order given; no figure depends on it.
 */
export function priceCart(entries: readonly CartEntry[], terms: CartTerms): PricedCart {
  const open = openPromotions(terms.promotions, terms.now);
  const stock = allocateStock(entries);
  const units = priceUnits(entries, open, terms);
  const counted = (line: UnitPriced) => counts(figuresOf(line, stock.left));
  const eligible = (promotion: OpenPromotion) =>
    amountOf(units.filter((line) => line.ordinary && counted(line) && isCovered(promotion, line)));
  const refused = unearnedExchanges(units, open, eligible);
  const lines = units.map((line) => {
    const missing = refused.get(line.entry.id);
    return line.notice === null && missing !== undefined
      ? { ...line, notice: missing, mendable: true }
      : line;
  });
  const ordinary = lines.filter((line) => line.ordinary);
  const reductions = reductionsOf(ordinary, open, counted);
  const gifts = giftsOf(lines, open, { counted, stock: terms.giftStock, taken: stock.taken });
  const shares = new Map(reductions.flatMap((one) => [...shareReduction(one)]));
  const priced = lines.map((line): PricedLine => {
    const { id } = line.entry;
    const mine = gifts.byLine.get(id) ?? [];
    const manjianAmount = shares.get(id) ?? 0;
    const figures = { ...figuresOf(line, stock.left), manjianAmount, giftTotal: giftTotal(mine) };
    const own = reductions.find((one) => one.lines.some(({ entry }) => entry.id === id))?.promotion;
    const share = { kind: own?.kind ?? '', label: own?.name ?? '', promotionId: own?.id ?? null };
    const explanation = takeOff(line.explanation, [{ ...share, amount: manjianAmount }]);
    const missed = [
      ...missedReductions(line, open, reductions),
      ...(gifts.missed.get(id) ?? []),
      ...missedCoupons(line),
    ];
    return {
      ...figures,
      selected: counts(figures),
      entry: line.entry,
      amount: lineAmount(figures),
      promotionId: line.promotionId,
      offerId: line.offerId,
      setName: line.setName,
      gifts: mine,
      notice: line.notice,
      mendable: line.mendable,
      ladderHint: line.ladderHint,
      saleHint: line.saleHint,
      dpbyHint: dpbyHint(line.entry, line.entry.unit),
      explanation: { ...explanation, missed: [...explanation.missed, ...missed] },
    };
  });
  const beside = [...ofStage(open, 'gift'), ...ofStage(open, 'exchange')];
  const towards = new Map(beside.map((one) => [one.id, eligible(one)]));
  const ahead = openReductions(reductions);
  const [nearest, ...others] = ahead;
  return {
    lines: priced,
    counted: towards,
    open: ahead,
    reached: new Map(reductions.map(({ promotion, eligible }) => [promotion.id, eligible])),
    manjianHint: nearest?.text ?? null,
    moreHints: [
      ...others.map(({ kind, promotionId, text }) => ({ kind, promotionId, text })),
      ...gifts.hints,
      ...exchangeHints(open, towards, priced),
    ],
    ...summaryOf(priced, reductions, terms),
  };
}

/** What is missing for the exchanges towards which something counts already, or how many units may still be taken. */
function exchangeHints(
  open: readonly OpenPromotion[],
  spent: ReadonlyMap<number, Fen>,
  lines: readonly PricedLine[],
): CartHint[] {
  return ofStage(open, 'exchange').flatMap(({ id, kind, name, effect }) => {
    const eligible = spent.get(id) ?? 0;
    if (eligible === 0) return [];
    const hint = (words: string): CartHint => ({ kind, promotionId: id, text: `${name}：${words}` });
    const next = effect.next(eligible);
    const taken = lines.filter(({ promotionId, selected }) => selected && promotionId === id);
    const free = effect.units(eligible) - taken.reduce((sum, { entry }) => sum + entry.quantity, 0);
    return [
      ...(next ? [hint(missingText(next))] : []),
      ...(free > 0 ? [hint(`已达到，还可换购 ${free} 件`)] : []),
    ];
  });
}

function missedCoupons({ couponAllowed }: UnitPriced): Missed[] {
  if (couponAllowed) return [];
  return [{ kind: 'coupon', label: '优惠券', promotionId: null, reason: COUPON_BARRED }];
}

function figuresOf(line: UnitPriced, left: ReadonlyMap<number, number>): LineFigures {
  const { entry } = line;
  return {
    id: entry.id,
    type: line.type,
    quantity: entry.quantity,
    price: line.price,
    selected: entry.selected,
    withCoupon: line.couponAllowed,
    manjianAmount: 0,
    giftTotal: 0,
    purchasable: entry.purchasable && line.notice === null,
    stock: left.get(entry.id) ?? 0,
  };
}

function isCovered(promotion: OpenPromotion, { entry }: UnitPriced): boolean {
  return covers(promotion, entry) && barredReason(promotion, entry) === null;
}

function giftTotal(gifts: readonly LineGift[]): Fen {
  return gifts.reduce((sum, gift) => sum + gift.price * gift.quantity, 0);
}

function summaryOf(
  lines: readonly PricedLine[],
  reductions: readonly Reduction[],
  { shipping }: CartTerms,
): Pick<PricedCart, 'totals' | 'tiers' | 'shipping'> {
  return {
    totals: cartTotals(lines),
    tiers: reductions.flatMap(tierStatuses),
    shipping: {
      site: shippingStatus('site', lines, shipping),
      yx: shippingStatus('yx', lines, shipping),
      hm: shippingStatus('hm', lines, shipping),
    },
  };
}

/** What is missing for further tiers of full reductions that have goods in the selection; the nearest first. */
function openReductions(reductions: readonly Reduction[]): OpenReduction[] {
  return reductions
    .flatMap(({ promotion, lines, eligible }): OpenReduction[] => {
      const next = lines.length > 0 ? promotion.effect.next(eligible) : null;
      if (!next) return [];
      const { kind, id, name } = promotion;
      const { missing } = next;
      const ids = lines.map(({ entry }) => entry.id);
      const text = `${name}：${missingText(next)}`;
      return [{ kind, promotionId: id, target: eligible + missing, missing, lines: ids, text }];
    })
    .toSorted((a, b) => a.missing - b.missing);
}

function shippingStatus(
  group: ShippingGroup,
  lines: readonly PricedLine[],
  rules: CartTerms['shipping'],
): ShippingStatus {
  const its = lines.filter(({ entry }) => shippingGroup(entry) === group);
  const { selectedIds, selectedTotal } = cartTotals(its);
  const chosen = its.filter(({ id }) => selectedIds.includes(id)).map(({ entry }) => entry);
  const remaining = shippingRemaining(rules[group], selectedTotal, chosen);
  return { remaining, hint: selectedIds.length > 0 ? shippingHint(remaining, group) : null };
}

function tierStatuses({ promotion, lines, eligible }: Reduction): TierStatus[] {
  const { id, name, effect } = promotion;
  const ahead = lines.length > 0 && effect.tiers.find(({ amount }) => eligible < amount);
  return effect.tiers.map((tier) => ({
    id,
    name: `${name}：满 ${formatFen(tier.amount)} 减 ${formatFen(tier.reduce)}`,
    amount: tier.amount,
    reduce: tier.reduce,
    met: eligible >= tier.amount,
    next: tier === ahead,
  }));
}
