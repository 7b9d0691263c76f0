import { type GiftStock, stockKey } from './cart-entry.ts';
import type { CartHint } from './cart-hint.ts';
import { amountOf } from './cart-manjian.ts';
import { coversLine, missingText, notCountedReason, type UnitPriced } from './cart-units.ts';
import type { Fen } from './money.ts';
import type { GiftEffect } from './promotions/effect.ts';
import type { Missed } from './promotions/explanation.ts';
import { type OpenPromotion, ofStage } from './promotions/open.ts';

/** Gifts that come with a line; `price` is what each piece costs, often nothing. */
export interface LineGift {
  promotionId: number;
  promotionName: string;
  offerId: number;
  goodsId: number;
  name: string;
  quantity: number;
  price: Fen;
}

/** The gifts of a cart: what comes with which line, and why others do not. */
export interface Gifts {
  byLine: ReadonlyMap<number, readonly LineGift[]>;
  missed: ReadonlyMap<number, readonly Missed[]>;
  /** What more would bring further gifts, one line a promotion that has goods among the counted. */
  hints: readonly CartHint[];
}

/**
 * The gifts that the counted lines have earned. A gift comes with the first of its lines that ships from the gift's
 * warehouse, so that it never is an order of its own, and only as far as stock reaches.
 */
export function giftsOf(
  lines: readonly UnitPriced[],
  open: readonly OpenPromotion[],
  {
    counted,
    stock,
    taken,
  }: {
    counted: (line: UnitPriced) => boolean;
    stock: readonly GiftStock[];
    taken: ReadonlyMap<string, number>;
  },
): Gifts {
  const used = new Map(taken);
  const byLine = new Map<number, LineGift[]>();
  const missed = new Map<number, Missed[]>();
  const hints: CartHint[] = [];
  const addMissed = ({ entry }: UnitPriced, { kind, id, name }: OpenPromotion, reason: string | null) => {
    if (reason === null) return;
    const miss = { kind, label: name, promotionId: id, reason };
    missed.set(entry.id, [...(missed.get(entry.id) ?? []), miss]);
  };
  for (const promotion of ofStage(open, 'gift')) {
    const named = lines.filter((line) => coversLine(promotion, line));
    for (const line of named) addMissed(line, promotion, notCountedReason(promotion, line));
    const covered = named.filter((line) => notCountedReason(promotion, line) === null);
    const its = covered.filter(counted).toSorted((a, b) => a.entry.id - b.entry.id);
    const eligible = amountOf(its);
    const short = allocateGifts(promotion, its, promotion.effect.times(eligible), { stock, used, byLine });
    const next = promotion.effect.next(eligible);
    const reason = short ?? (next && missingText(next));
    if (reason === null) continue;
    if (short === null && its.length > 0) {
      hints.push({ kind: promotion.kind, promotionId: promotion.id, text: `${promotion.name}：${reason}` });
    }
    for (const line of covered) addMissed(line, promotion, reason);
  }
  return { byLine, missed, hints };
}

/** Allocates the promotion's gifts to lines; returns why some are missing, in words, or `null`. */
function allocateGifts(
  promotion: OpenPromotion<GiftEffect>,
  lines: readonly UnitPriced[],
  times: number,
  {
    stock,
    used,
    byLine,
  }: {
    stock: readonly GiftStock[];
    used: Map<string, number>;
    byLine: Map<number, LineGift[]>;
  },
): string | null {
  let short: string | null = null;
  const requested = Math.min(times, promotion.left ?? Infinity, promotion.allowance ?? Infinity);
  for (const offer of promotion.offers.filter(({ role }) => role === 'gift')) {
    if (times === 0) continue;
    const giftStock = stock.find(({ goodsId }) => goodsId === offer.goodsId);
    const host = lines.find(({ entry }) => entry.warehouseId === giftStock?.warehouseId);
    const key = giftStock && stockKey(giftStock);
    const free = giftStock && key ? giftStock.stock - (used.get(key) ?? 0) : 0;
    const most = Math.min(free, offer.left ?? Infinity, offer.allowance ?? Infinity);
    const shares = Math.max(0, Math.min(requested, Math.floor(most / offer.quantity)));
    if (!host || !key || shares === 0) {
      short = host || !giftStock ? `${offer.name} 已赠完` : `${offer.name} 在另一仓库，不随本单赠送`;
      continue;
    }
    used.set(key, (used.get(key) ?? 0) + shares * offer.quantity);
    const gift: LineGift = {
      promotionId: promotion.id,
      promotionName: promotion.name,
      offerId: offer.id,
      goodsId: offer.goodsId,
      name: offer.name,
      quantity: shares * offer.quantity,
      price: offer.price ?? 0,
    };
    byLine.set(host.entry.id, [...(byLine.get(host.entry.id) ?? []), gift]);
  }
  return short;
}
